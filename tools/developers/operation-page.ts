import { escapeHtml } from '#contract/mail.ts'
import { adminMarks, type DeveloperPage } from '../../app/developer-page.ts'
import { codeBlock } from './highlight.ts'
import type { Content, Operation, Parameter } from './openapi-document.ts'
import { operationTitles } from './operation-titles.ts'
import { sampleOf } from './sample.ts'
import { field, fieldList } from './schema-list.ts'

export type BuiltPage = DeveloperPage & { html: string }

/** Matches an error code and its name in the description of an answer. */
const errorCode = /(\d{6}) (\w+)/g

/** Returns the title of an operation: the declared one, or else its name, “List own invitations”. */
export function titleOf({ id }: Operation): string {
  const title = operationTitles[id]
  if (title !== undefined) return title
  const words = id.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function pathOf(operation: Operation): string {
  return `${tagPath(operation.tag)}/${kebab(operation.id)}`
}

export function tagPath(tag: string): string {
  return `api/${kebab(tag)}`
}

function kebab(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll(/[ .]/g, '-')
    .toLowerCase()
}

export function isAdminCall({ path }: Operation): boolean {
  return path.startsWith('/api/admin/')
}

/** Returns the method and path of a call; a long path may break at its slashes. */
export function callOf({ method, path }: Operation): string {
  const breaking = escapeHtml(path).replaceAll('/', '/<wbr>')
  return `<span class="method" data-method="${method}">${method}</span> <code>${breaking}</code>`
}

/** Returns the page of an operation: permitted callers, request, reply, errors and examples. */
export function operationPage(operation: Operation): BuiltPage {
  const parts = partsOf(operation)
  const title = titleOf(operation)
  return {
    path: pathOf(operation),
    title,
    label: title,
    group: 'Reference',
    parent: tagPath(operation.tag),
    method: operation.method,
    ...(isAdminCall(operation) && { isAdmin: true as const }),
    headings: parts.map(({ id, text }) => ({ id, text })),
    html: [
      `<div class="operation"><div><p class="call">${callOf(operation)}</p>`,
      `<p class="lead">${escapeHtml(operation.summary)}.</p>`,
      ...parts.map(({ id, text, html }) => `<h2 id="${id}">${text}</h2>${html}`),
      `</div><div class="samples">${samplesOf(operation)}</div></div>`,
    ].join(''),
  }
}

function partsOf({ description, parameters, body, answers }: Operation) {
  const success = answers.find(({ status }) => status.startsWith('2'))
  const errors = answers.filter(({ status }) => !status.startsWith('2'))
  const fields = success?.content ? fieldList(success.content.schema) : ''
  const others = parameters.filter((each) => each.in !== 'cookie')
  return [
    { id: 'authentication', text: 'Authentication', html: paragraphs(description) },
    others.length > 0 && { id: 'parameters', text: 'Parameters', html: parameterList(others) },
    body && {
      id: 'body',
      text: 'Request body',
      html: kind(body) + (fieldList(body.schema) || `<p>${withoutFields(body)}</p>`),
    },
    success && {
      id: 'response',
      text: 'Response',
      html: `<p><code>${success.status}</code> ${escapeHtml(success.description)}</p>${fields}`,
    },
    errors.length > 0 && { id: 'errors', text: 'Errors', html: errorTable(errors) },
  ].filter((each) => each !== undefined && each !== false)
}

function withoutFields({ type }: Content): string {
  return type === 'application/json' ? 'An object without fields.' : 'A file.'
}

function paragraphs(text: string): string {
  return `<p>${escapeHtml(text)}</p>`
}

function kind({ type }: Content): string {
  return `<p><code>${escapeHtml(type)}</code></p>`
}

function parameterList(parameters: readonly Parameter[]): string {
  const items = parameters.map(({ name, required, description, schema, in: place }) => {
    const text = [description, `(${place})`].filter(Boolean).join(' ')
    return field({ name, schema, isRequired: required, description: text })
  })
  return `<ul class="fields">${items.join('')}</ul>`
}

function errorTable(errors: Operation['answers']): string {
  const rows = errors.flatMap(({ status, description }) =>
    [...description.matchAll(errorCode)].map(
      ([, code, name = '']) =>
        `<tr><td>${status}</td><td><a href="/developers/errors#e${code}">${code}</a></td><td>${name}</td></tr>`,
    ),
  )
  return `<div class="table" tabindex="0"><table><thead><tr><th>Status</th><th>Code</th><th>Name</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

/** Returns the request as HTTP, and the reply. */
function samplesOf(operation: Operation): string {
  const { body, answers } = operation
  const success = answers.find(({ status }) => status.startsWith('2'))
  const request = `<h2 class="sample">Request</h2>${codeBlock(requestOf(operation), 'http')}`
  const requestBody = body && !isFile(body) ? exampleOf('Request body', body) : ''
  const reply = success?.content ? exampleOf(`Response ${success.status}`, success.content) : ''
  return request + requestBody + reply
}

function requestOf({ method, path, parameters, body, isBearer }: Operation): string {
  const headers = parameters.filter((each) => each.in === 'header' && each.required)
  return [
    `${method} ${path} HTTP/1.1`,
    ...(isBearer ? ['Authorization: Bearer …'] : []),
    ...headers.map(({ name, schema }) => `${name}: ${String(sampleOf(schema))}`),
    ...(body ? [`Content-Type: ${body.type}`] : []),
  ].join('\n')
}

function isFile({ schema }: Content): boolean {
  return schema['format'] === 'binary'
}

/** Returns an example from the document, or else a sample of the schema with a heading that says so. */
function exampleOf(name: string, { example, schema, type }: Content): string {
  const value = example ?? sampleOf(schema)
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  const heading = example === undefined ? `${name} (schema)` : `${name} (example)`
  return `<h2 class="sample">${heading}</h2>${codeBlock(text, type.includes('json') ? 'json' : '')}`
}

/** Marks HTML that pages without a login omit. */
export function forAdmins(html: string): string {
  const [begin, end] = adminMarks
  return `${begin}${html}${end}`
}
