import { escapeHtml } from '#contract/mail.ts'
import { causes } from './error-causes.ts'
import { errorCodes } from '#contract/refusal.ts'
import { codeBlock } from './highlight.ts'
import type { ApiDocument, Operation } from './openapi-document.ts'
import {
  callOf,
  forAdmins,
  isAdminCall,
  operationPage,
  pathOf,
  tagPath,
  titleOf,
  type BuiltPage,
} from './operation-page.ts'
import { sampleOf } from './sample.ts'
import { fieldList } from './schema-list.ts'

const group = 'Reference'

/** Returns the pages generated from the OpenAPI document. `render` converts its Markdown to HTML. */
export function referencePages(
  document: ApiDocument,
  render: (markdown: string) => string,
): BuiltPage[] {
  return [
    eventsPage(document),
    errorsPage(document),
    indexPage(document, render),
    ...document.tags.flatMap((tag) => tagPages(tag, document)),
  ]
}

function operationsOf({ operations }: ApiDocument, tag: string): Operation[] {
  return operations.filter((each) => each.tag === tag)
}

function indexPage(document: ApiDocument, render: (markdown: string) => string): BuiltPage {
  const items = document.tags.map(({ name, description }) => {
    const operations = operationsOf(document, name)
    const item = `<li><a href="/developers/${tagPath(name)}">${escapeHtml(name)}</a><p>${escapeHtml(description)}.</p></li>`
    return operations.every(isAdminCall) ? forAdmins(item) : item
  })
  const title = 'API reference'
  return {
    path: 'api',
    title,
    label: 'Introduction',
    group,
    headings: [{ id: 'groups', text: 'Endpoints by group' }],
    html: [
      render(document.description),
      '<p>The same reference as an OpenAPI 3.1 document: <a href="/api/openapi.json" download>openapi.json</a>. You can import it into Postman; copy the CSRF token from each response yourself. ',
      'See also <a href="/developers/errors">error codes</a>.</p>',
      `<h2 id="groups">Endpoints by group</h2><ul class="cards">${items.join('')}</ul>`,
    ].join(''),
  }
}

function tagPages(
  { name, description }: ApiDocument['tags'][number],
  document: ApiDocument,
): BuiltPage[] {
  const operations = operationsOf(document, name)
  const items = operations.map(
    (each) =>
      `<li><a href="/developers/${pathOf(each)}">${titleOf(each)}</a><p class="call">${callOf(each)}</p></li>`,
  )
  const page: BuiltPage = {
    path: tagPath(name),
    title: name,
    label: name,
    group,
    ...(operations.every(isAdminCall) && { isAdmin: true }),
    headings: [],
    html: `<p class="lead">${escapeHtml(description)}.</p><ul class="calls">${items.join('')}</ul>`,
  }
  return [page, ...operations.map(operationPage)]
}

function eventsPage({ events }: ApiDocument): BuiltPage {
  const headings = events.map(({ id }) => ({ id: id.replaceAll('.', '-'), text: id }))
  const [first] = events
  const schema = first?.body?.schema ?? {}
  const parts = events.map(({ id, body }) => {
    const sample = body?.example ?? { ...(sampleOf(body?.schema ?? {}) as object), type: id }
    return `<h2 id="${id.replaceAll('.', '-')}"><code>${id}</code></h2>${codeBlock(JSON.stringify(sample, null, 2), 'json')}`
  })
  return {
    path: 'events',
    title: 'Webhook events',
    label: 'Webhook events',
    group: 'APIs and events',
    headings: [{ id: 'fields', text: 'Fields' }, ...headings],
    html: [
      '<p>The events sent to a <a href="/developers/webhooks">webhook</a> endpoint. Each message has the headers <code>webhook-id</code>, ',
      '<code>webhook-timestamp</code> and <code>webhook-signature</code>; acknowledge it with any 2xx response.</p>',
      `<h2 id="fields">Fields</h2>${fieldList(schema)}`,
      ...parts,
    ].join(''),
  }
}

function errorsPage({ operations }: ApiDocument): BuiltPage {
  const sorted = Object.entries(errorCodes).toSorted(([, one], [, other]) => one - other)
  const parts = sorted.map(([name, code]) => {
    const callers = operations.filter(({ answers }) =>
      answers.some(({ description }) => description.includes(String(code))),
    )
    return [
      `<h2 id="e${code}">${code} <code>${name}</code></h2>`,
      `<p>${escapeHtml(causes[name as keyof typeof errorCodes])}</p>`,
      answeredBy(callers, operations.length),
    ].join('')
  })
  return {
    path: 'errors',
    title: 'Error codes',
    label: 'Error codes',
    group,
    headings: sorted.map(([name, code]) => ({ id: `e${code}`, text: `${code} ${name}` })),
    html: `<p class="lead">Errors are returned as <code>application/problem+json</code> (RFC 9457). <code>errorCode</code> identifies the error; its first three digits are the HTTP status. <code>requestId</code> identifies the request in the audit log and the server log; include it when you contact support.</p>${codeBlock(problem, 'json')}${parts.join('')}`,
  }
}

const problem = `{
  "type": "about:blank",
  "title": "Bad request",
  "status": 400,
  "source": "portico",
  "errorCode": 400001,
  "requestId": "0197a2a4-5a4f-7d0e-b6a1-2f8e9c0d7b35",
  "errors": [{ "code": 400001, "field": "email" }]
}`

function answeredBy(callers: readonly Operation[], all: number): string {
  if (callers.length === 0) return ''
  // For example the errors of a missing login.
  if (callers.length > all / 5) return '<p class="notes">Returned by many endpoints</p>'
  const items = callers.map((each) => {
    const item = `<li><a href="/developers/${pathOf(each)}">${callOf(each)}</a></li>`
    return isAdminCall(each) ? forAdmins(item) : item
  })
  const list = `<details><summary>Returned by</summary><ul class="calls">${items.join('')}</ul></details>`
  return callers.every(isAdminCall) ? forAdmins(list) : list
}
