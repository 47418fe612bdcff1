import { deepEqual, doesNotMatch, equal, match, ok, throws } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { titleOf } from './operation-page.ts'
import { operationTitles } from './operation-titles.ts'
import { makePages } from './pages.ts'
import { readDocument } from './openapi-document.ts'
import { readMarkdown, renderSections } from './markdown.ts'
import { sampleOf } from './sample.ts'
import { fieldList } from './schema-list.ts'

const pages = makePages()

function idsOf(html: string): string[] {
  return [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
}

test('every link leads to an existing page and anchor', () => {
  const places = new Set(['/api/openapi.json'])
  for (const { path, html } of pages) {
    const address = path === '' ? '/developers' : `/developers/${path}`
    places.add(address)
    for (const id of idsOf(html)) places.add(`${address}#${id}`)
  }
  let count = 0
  for (const { path, html } of pages) {
    const address = path === '' ? '/developers' : `/developers/${path}`
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) {
      if (/^https?:/.test(href)) continue
      count += 1
      ok(places.has(href.startsWith('#') ? address + href : href), `${path} links to ${href}`)
    }
  }
  ok(count > 1_000)
})

test('each page has a unique path, each anchor is unique on its page, and headings are anchors', () => {
  const paths = pages.map(({ path }) => path)
  deepEqual(
    paths.filter((path, index) => paths.indexOf(path) !== index),
    [],
  )
  for (const { path, html, headings } of pages) {
    const ids = idsOf(html)
    deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
      path,
    )
    for (const { id } of headings) ok(ids.includes(id), `${path}#${id}`)
  }
})

test('pages contain no inline style or script and no unrendered Markdown', () => {
  for (const { path, html } of pages) {
    doesNotMatch(html, /<script|<style| style=| on[a-z]+="|<!-- snippet/, path)
    // Code that is too wide for the page scrolls in its own frame.
    doesNotMatch(html.replaceAll('<div class="code"><pre', ''), /<pre/, path)
    doesNotMatch(html.replaceAll(/<(pre|code)[^]*?<\/\1>/g, ''), /\]\(|\*\*/, path)
  }
})

test('pages about calls of the admin area are marked, and other pages mark those calls in their lists', () => {
  for (const { path, html, isAdmin } of pages.filter((page) => page.group === 'Reference')) {
    if (isAdmin) continue
    const open = html.replaceAll(/<!--admin-->[^]*?<!--\/admin-->/g, '')
    doesNotMatch(open, /\/api\/(<wbr>)?admin\//, path)
  }
  equal(pages.find(({ path }) => path === 'api/users/list-users')?.isAdmin, true)
})

test('declared titles are unique, and their operations exist', () => {
  const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'))
  const { operations } = readDocument(document)
  const names = operations.map(({ id }) => id)
  const titles = operations.map(titleOf)
  deepEqual(
    Object.keys(operationTitles).filter((id) => !names.includes(id)),
    [],
  )
  deepEqual(
    titles.filter((title, index) => titles.indexOf(title) !== index),
    [],
  )
})

test('references are resolved, a recursive schema ends, and the document’s examples are used', () => {
  const reference = { $ref: '#/components/schemas/Node' }
  const { operations } = readDocument({
    info: { description: '' },
    tags: [{ name: 'A', description: '' }],
    paths: {
      '/a': {
        get: {
          operationId: 'readA',
          tags: ['A'],
          responses: {
            200: {
              description: 'Done',
              content: {
                'application/json': {
                  schema: reference,
                  examples: { one: { value: { name: 'x' } } },
                },
              },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Node: { type: 'object', properties: { name: { type: 'string' }, below: reference } },
      },
    },
  })
  const content = operations[0]?.answers[0]?.content
  deepEqual(content?.example, { name: 'x' })
  deepEqual(sampleOf(content?.schema ?? {}), { name: '…', below: {} })
  match(fieldList(content?.schema ?? {}), /name<\/code>.*below<\/code>/)
  const email = { type: 'string', format: 'email', allOf: [{ pattern: '@' }] }
  match(fieldList({ properties: { email } }), /type">email</)
  throws(() =>
    readDocument({
      info: {},
      tags: [],
      paths: { '/a': { get: { requestBody: { $ref: '#/none' } } } },
    }),
  )
})

test('text of a document is escaped, and a link to an unpublished file is replaced by its text', () => {
  const { sections } = readMarkdown(
    'a.md',
    '# A\n\nx < y & [z](../secret.ts) <https://a.example>\n',
  )
  const { html } = renderSections(sections, {
    isWhole: true,
    resolve: (href) => (href.startsWith('https') ? href : undefined),
  })
  equal(html, '<p>x &lt; y &amp; z <a href="https://a.example">https://a.example</a></p>\n')
})
