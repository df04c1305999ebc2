// The bundled page reads OpenAPI 3.0, and the service uses 3.1: convert the document.
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

// @ts-expect-error: the bundle, an older script beside this one, defines it
const { SwaggerUIBundle } = window;
const document31 = await (await fetch("/openapi.json")).json();
SwaggerUIBundle({
  dom_id: "#api",
  spec: { ...older(document31), openapi: "3.0.3", servers: [{ url: window.location.origin }] },
  deepLinking: true,
  validatorUrl: null,
});
