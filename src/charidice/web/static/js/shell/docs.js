/** The HTTP API's page, rendered from its OpenAPI description. */

import { byId, fill, h } from "../lib/dom.js";

/** @import { Children, Description, Operation, Parameter, Schema } from "../types.d.ts" */

const METHODS = ["get", "post", "put", "patch", "delete"];
/** How many levels of nested objects are shown. */
const DEEPEST = 4;
/** Answers are large and many are alike: two levels of them will do. */
const OUTLINE = DEEPEST - 2;

const answer = await fetch("/api/openapi.json");
/** @type {Description} */
const description = await answer.json();
fill(byId("operations"), groups(description.paths).map(([name, paths]) => h("section", {}, h("h2", {}, name), paths.flatMap(operations))));

/** Groups paths by their first part after /api. @param {Description["paths"]} paths */
function groups(paths) {
  return [...Map.groupBy(Object.entries(paths), ([path]) => `/${path.split("/").slice(1, path.startsWith("/api/") ? 3 : 2).join("/")}`)];
}

/** @param {[string, Record<string, Operation>]} path */
function operations([path, item]) {
  return METHODS.filter((method) => item[method]).map((method) => operation(method, path, item[method]));
}

/** @param {string} method @param {string} path @param {Operation} details */
function operation(method, path, details) {
  return h(
    "details",
    { class: "paper operation" },
    h(
      "summary",
      {},
      h("span", { class: `method ${method}` }, method.toUpperCase()),
      h("code", {}, path),
      h("span", { class: "summary" }, details.summary),
    ),
    h(
      "div",
      { class: "operation-body" },
      details.description ? h("p", {}, details.description) : null,
      parameters(details.parameters ?? []),
      details.requestBody ? [h("h3", {}, "Body"), content(details.requestBody.content, 0)] : null,
      h("h3", {}, "Answers"),
      Object.entries(details.responses ?? {}).map(([status, response]) => responseOf(status, response)),
    ),
  );
}

/** @param {Parameter[]} all */
function parameters(all) {
  if (!all.length) return null;
  return [
    h("h3", {}, "Parameters"),
    h("ul", { class: "fields" }, all.map((one) => field(one.name, one.schema ?? {}, one.required, `in ${one.in}`, one.description, 0))),
  ];
}

/** @param {string} status @param {Operation["responses"][string]} response */
function responseOf(status, response) {
  return h("div", { class: "answer" }, h("b", {}, status), h("div", {}, h("span", {}, response.description), content(response.content, OUTLINE)));
}

/** @param {Operation["responses"][string]["content"]} byType @param {number} depth to begin with */
function content(byType, depth) {
  return Object.entries(byType ?? {}).map(([type, { schema }]) => {
    const shape = resolved(schema ?? {});
    return h("div", {}, h("code", {}, type), " ", h("span", { class: "kind" }, kind(schema ?? {})), fields(shape, depth));
  });
}

/** Resolves a $ref. @param {Schema} schema @returns {Schema} */
function resolved(schema) {
  return schema.$ref ? description.components.schemas[nameOf(schema.$ref)] : schema;
}

/** @param {string} reference */
function nameOf(reference) {
  return reference.replace("#/components/schemas/", "");
}

/** A schema's type in short. @param {Schema} schema @returns {string} */
function kind(schema) {
  const shape = resolved(schema);
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return choices.map(kind).join(" or ");
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (shape.type === "array") return `list of ${kind(shape.items ?? {})}`;
  const { minimum, maximum, minLength, maxLength, pattern } = shape;
  const limits = Object.entries({ from: minimum, to: maximum, "at least": minLength, "at most": maxLength, like: pattern })
    .filter(([, limit]) => limit !== undefined)
    .map(([words, limit]) => `${words} ${limit}`);
  const name = schema.$ref ? nameOf(schema.$ref) : (shape.type ?? "anything");
  return limits.length ? `${name} (${limits.join(", ")})` : name;
}

/** The fields of an object, of an array's items, or of each variant of a union. @param {Schema} shape @param {number} depth @returns {Children} */
function fields(shape, depth) {
  if (depth >= DEEPEST) return null;
  const inner = resolved(shape.items ?? {});
  const choices = (shape.anyOf ?? shape.oneOf ?? []).map(resolved).filter((choice) => choice.properties);
  if (choices.length) return choices.map((choice) => fields(choice, depth));
  const source = shape.properties ? shape : inner;
  if (!source.properties) return null;
  const must = source.required ?? [];
  return h(
    "ul",
    { class: "fields" },
    Object.entries(source.properties).map(([name, schema]) => {
      return field(name, schema, must.includes(name), "", resolved(schema).description, depth + 1);
    }),
  );
}

/** @param {string} name @param {Schema} schema @param {boolean | undefined} required @param {string} place @param {string | undefined} words @param {number} depth */
function field(name, schema, required, place, words, depth) {
  return h(
    "li",
    {},
    h("code", {}, name),
    " ",
    h("span", { class: "kind" }, [kind(schema), place, words].filter(Boolean).join(", ")),
    required ? h("span", { class: "must" }, " required") : null,
    fields(resolved(schema), depth),
  );
}
