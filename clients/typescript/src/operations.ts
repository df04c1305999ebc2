// The types of requests and answers, taken from the generated `paths`.
import type { paths } from "./schema.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** The paths that have this method. Streams are read by `follow` and `notices`. */
export type PathOf<M extends Method> = Exclude<
  { [P in keyof paths]: paths[P] extends { [K in Lowercase<M>]: { responses: unknown } } ? P : never }[keyof paths],
  `${string}/stream`
>;

export type Operation<M extends Method, P extends keyof paths> = paths[P] extends { [K in Lowercase<M>]: infer O } ? O : never;

type Parameters<O> = O extends { parameters: infer P } ? P : never;
type At<T, Name extends string> = Name extends keyof T ? NonNullable<T[Name]> : never;
/** A member of the request: absent, optional where nothing in it is required, or required. */
type Member<Name extends string, T> = [T] extends [never] ? { [K in Name]?: never } : object extends T ? { [K in Name]?: T } : { [K in Name]: T };
type Bodies<O> = O extends { requestBody?: infer B } ? (NonNullable<B> extends { content: infer C } ? C : never) : never;
type IsOptional<O> = O extends { requestBody: unknown } ? false : true;
type Json<C> = "application/json" extends keyof C ? C["application/json"] : C[keyof C];
type Body<O> = [Bodies<O>] extends [never] ? { body?: never } : IsOptional<O> extends true ? { body?: Json<Bodies<O>> } : { body: Json<Bodies<O>> };

export interface Sending {
  token?: string;
  signal?: AbortSignal;
  /** The idempotency key; a new one by default. */
  key?: string;
}

export type Request<O> = Member<"path", At<Parameters<O>, "path">> & Member<"query", At<Parameters<O>, "query">> & Member<"headers", At<Parameters<O>, "header">> & Body<O> & Sending;

type IsJson<K> = K extends `${string}/json` | `${string}+json` ? K : never;
type IsText<K> = K extends `text/${string}` | "image/svg+xml" | "application/x-ndjson" ? K : never;
/** The JSON of an answer if it has one, else its text, else its bytes. */
type Read<C> = [IsJson<keyof C>] extends [never] ? ([IsText<keyof C>] extends [never] ? Uint8Array : string) : C[IsJson<keyof C>];
type Content<R> = R extends { content: infer C } ? Read<C> : undefined;
type Responses<O> = O extends { responses: infer R } ? R : never;
type Good = 200 | 201 | 202 | 204;

export type Answer<O> = { [S in keyof Responses<O> & Good]: Content<Responses<O>[S]> }[keyof Responses<O> & Good];
