// The bundled page reads OpenAPI 3.0, and the service speaks 3.1: show it the same document in the older words.
function older(node) {
  if (Array.isArray(node)) return node.map(older);
  if (node === null || typeof node !== "object") return node;
  const told = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, older(value)]));
  return withoutNull(told);
}

// {"type": ["string", "null"]} and {"anyOf": [X, {"type": "null"}]} become nullable.
function withoutNull(schema) {
  if (Array.isArray(schema.type)) {
    schema.type = schema.type.find((type) => type !== "null");
    schema.nullable = true;
  }
  if (Array.isArray(schema.anyOf) && schema.anyOf.some((one) => one.type === "null")) {
    schema.anyOf = schema.anyOf.filter((one) => one.type !== "null");
    schema.nullable = true;
  }
  return schema;
}

// @ts-expect-error: the bundle, an older script beside this one, puts it there
const { SwaggerUIBundle } = window;
const document31 = await (await fetch("/openapi.json")).json();
SwaggerUIBundle({
  dom_id: "#api",
  spec: { ...older(document31), openapi: "3.0.3", servers: [{ url: window.location.origin }] },
  deepLinking: true,
  validatorUrl: null,
});
