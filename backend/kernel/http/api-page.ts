import type { Answer, JsonSchema, OpenApi, Operation } from './openapi.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const inHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const list = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** 'text or null', 'list of objects', 'one of public, admin'. */
function kind(schema: JsonSchema): string {
  const branches = list(schema.anyOf ?? schema.oneOf)
  if (branches.length > 0) return [...new Set(branches.map(kind))].join(' or ')
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.map(String).join(', ')}`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.type)) return schema.type.map((type) => kind({ ...schema, type })).join(' or ')
  if (schema.type === 'array') return `list of ${isObject(schema.items) ? kind(schema.items) : 'anything'}`
  if (schema.type === 'string') return typeof schema.format === 'string' ? `text (${schema.format})` : 'text'
  return typeof schema.type === 'string' ? schema.type : 'anything'
}

const limitNames: Record<string, string> = {
  minLength: 'at least %s characters',
  maxLength: 'at most %s characters',
  minimum: 'from %s',
  maximum: 'up to %s',
}

function limits(schema: JsonSchema): string {
  const parts = [schema, ...list(schema.allOf)]
  const found = parts.flatMap((part) =>
    Object.entries(limitNames).flatMap(([keyword, words]) => {
      const value = part[keyword]
      return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER
        ? [words.replace('%s', String(value))]
        : []
    }),
  )
  return [...new Set(found)].join(', ')
}

type Field = { name: string; schema: JsonSchema; required: boolean; note?: string | undefined }

/** The fields of an object, of the objects in a list, or of each variant of a union. */
function fields(schema: JsonSchema, prefix = ''): Field[] {
  if (isObject(schema.items)) return fields(schema.items, `${prefix}[].`)
  const required = Array.isArray(schema.required) ? schema.required : []
  const own = isObject(schema.properties) ? Object.entries(schema.properties) : []
  return [
    ...own.flatMap(([name, property]): Field[] => {
      if (!isObject(property)) return []
      return [
        { name: prefix + name, schema: property, required: required.includes(name) },
        ...fields(property, `${prefix}${name}.`),
      ]
    }),
    ...list(schema.anyOf).flatMap((branch) => fields(branch, prefix)),
  ]
}

function table(caption: string, rows: readonly Field[]): string {
  if (rows.length === 0) return ''
  const cells = rows.map(
    ({ name, schema, required, note }) =>
      `<tr><th scope="row"><code>${inHtml(name)}</code></th><td>${inHtml(kind(schema))}</td>` +
      `<td>${required ? 'required' : 'optional'}</td><td>${inHtml(note ?? limits(schema))}</td></tr>`,
  )
  return `<table><caption>${inHtml(caption)}</caption><tbody>${cells.join('')}</tbody></table>`
}

function answer(status: string, value: Answer): string {
  if ('$ref' in value) return ''
  const schema = value.content?.['application/json']?.schema
  if (!schema) return `<p>${status}: ${inHtml(value.description)}</p>`
  const rows = fields(schema)
  return rows.length > 0
    ? table(`Response ${status}: ${kind(schema)}`, rows)
    : `<p>${status}: ${inHtml(kind(schema))}</p>`
}

function section(method: string, path: string, operation: Operation): string {
  const errors = Object.keys(operation.responses).filter((status) => Number(status) >= 400)
  const parameters = operation.parameters.map(({ name, schema, required, description }) => ({
    name,
    schema,
    required,
    note: description,
  }))
  const body = operation.requestBody?.content['application/json']?.schema
  return `<article id="${inHtml(operation.operationId)}">
<h3><span class="method ${method}">${method.toUpperCase()}</span> <code>${inHtml(path)}</code></h3>
<p>${inHtml(operation.summary)} <em>${inHtml(operation.description)}</em></p>
${table('Parameters', parameters)}
${body ? table('Body', fields(body)) : ''}
${Object.entries(operation.responses)
  .map(([status, value]) => answer(status, value))
  .join('')}
<p class="errors">Errors: ${errors.map((status) => `<a href="#error-${status}">${status}</a>`).join(', ')}</p>
</article>`
}

/** One page without scripts, from the same document that machines read. */
export function renderApiPage({ info, tags, paths, components }: OpenApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation, topic: operation.tags[0] ?? '' })),
  )
  const topics = tags.map(({ name }) => [name, operations.filter(({ topic }) => topic === name)] as const)
  const errors = Object.entries(components.responses).map(
    ([status, value]) =>
      `<tr id="error-${status}"><th scope="row">${status}</th><td>${'$ref' in value ? '' : inHtml(value.description)}</td></tr>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${inHtml(info.title)}</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<header><h1>${inHtml(info.title)}</h1><p>${inHtml(info.description)}</p>
<p><a href="/api/openapi.json">OpenAPI 3.1 document</a></p></header>
<nav aria-label="Topics"><ul>${topics.map(([topic]) => `<li><a href="#${inHtml(topic)}">${inHtml(topic)}</a></li>`).join('')}</ul></nav>
<main>
${topics
  .map(
    ([topic, entries]) =>
      `<section aria-labelledby="${inHtml(topic)}"><h2 id="${inHtml(topic)}">${inHtml(topic)}</h2>
${entries.map(({ method, path, operation }) => section(method, path, operation)).join('\n')}</section>`,
  )
  .join('\n')}
<section aria-labelledby="errors"><h2 id="errors">Errors</h2>
<table><tbody>${errors.join('')}</tbody></table></section>
</main>
</body>
</html>
`
}
