import { readFileSync } from 'node:fs'
import path from 'node:path'
import { portalMark } from '../../app/developer-page.ts'
import { codeBlock } from './highlight.ts'
import { readMarkdown, renderSections, renderText, type Source } from './markdown.ts'
import { readDocument, type Json } from './openapi-document.ts'
import type { BuiltPage } from './operation-page.ts'
import { examples, guides, roles, type Guide } from './page-list.ts'
import { referencePages } from './reference.ts'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * Returns all pages of /developers in the order of the menu. Throws if a section of a listed document is on no page.
 */
export function makePages(): BuiltPage[] {
  const all = [...guides, roles]
  const sources = new Map(
    [...new Set(all.map(({ file }) => file))].map((file) => [file, readMarkdown(file, read(file))]),
  )
  for (const source of sources.values()) requireAllSections(source, all)
  const addresses = addressesOf(all, sources)
  const document = readDocument(JSON.parse(read('docs/openapi.json')) as Json)
  const guidePage = (guide: Guide) => pageOf(guide, sources, addresses)
  const reference = referencePages(document, renderText)
  return [
    ...guides.map(guidePage),
    ...reference.filter(isEvents),
    ...examples.map(examplePage),
    ...reference.filter(isErrors),
    guidePage(roles),
    ...reference.filter((page) => !isEvents(page) && !isErrors(page)),
  ]
}

function isEvents({ path: place }: BuiltPage): boolean {
  return place === 'events'
}

function isErrors({ path: place }: BuiltPage): boolean {
  return place === 'errors'
}

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}

function sectionsOf({ sections }: Guide, source: Source) {
  return sections
    ? source.sections.filter(({ heading }) => sections.includes(heading))
    : source.sections
}

function requireAllSections(source: Source, all: readonly Guide[]): void {
  const published = all
    .filter(({ file }) => file === source.file)
    .flatMap((each) => sectionsOf(each, source))
  const forgotten = source.sections.find((section) => !published.includes(section))
  if (forgotten)
    throw new Error(
      `no page of tools/developers/page-list.ts shows "${forgotten.heading}" of ${source.file}`,
    )
}

/** Returns the address of each file and heading, such as `docs/integrating.md#claims`. */
function addressesOf(all: readonly Guide[], sources: ReadonlyMap<string, Source>) {
  const addresses = new Map<string, string>()
  for (const guide of all) {
    const address = addressOf(guide.path)
    const source = sourceOf(sources, guide)
    if (!addresses.has(guide.file)) addresses.set(guide.file, address)
    const sections = sectionsOf(guide, source)
    for (const { id, heading, innerIds } of sections) {
      // The part before the first section is found by the heading of the whole document.
      if (heading === '') addresses.set(`${guide.file}#${source.ids[0]}`, address)
      else addresses.set(`${guide.file}#${id}`, sections.length > 1 ? `${address}#${id}` : address)
      for (const inner of innerIds) addresses.set(`${guide.file}#${inner}`, `${address}#${inner}`)
    }
  }
  for (const { file, path: place } of examples) addresses.set(file, addressOf(place))
  return addresses
}

function addressOf(place: string): string {
  return place === '' ? '/developers' : `/developers/${place}`
}

function sourceOf(sources: ReadonlyMap<string, Source>, { file }: Guide): Source {
  const source = sources.get(file)
  if (!source) throw new Error(`${file} was not read`)
  return source
}

function pageOf(
  guide: Guide,
  sources: ReadonlyMap<string, Source>,
  addresses: ReadonlyMap<string, string>,
): BuiltPage {
  const source = sourceOf(sources, guide)
  const isWhole = guide.sections === undefined
  const { html, headings } = renderSections(sectionsOf(guide, source), {
    isWhole,
    resolve: (href) => addressOfLink(guide.file, href, addresses),
  })
  return {
    path: guide.path,
    title: guide.title ?? source.title,
    group: guide.group,
    label: guide.label,
    ...(guide.isAdmin && { isAdmin: true }),
    headings,
    html: withCards(guide, html).replaceAll('&lt;PUBLIC_URL&gt;', portalMark),
  }
}

/** Shows the first list of the overview as cards. */
function withCards({ path: place }: Guide, html: string): string {
  return place === '' ? html.replace('<ul>', '<ul class="cards">') : html
}

/** Returns the address of a link; undefined for a file that is not published. */
function addressOfLink(
  file: string,
  href: string,
  addresses: ReadonlyMap<string, string>,
): string | undefined {
  if (/^(https?:|mailto:|\/)/.test(href)) return href
  const [name = '', anchor] = href.split('#')
  const target = name === '' ? file : path.posix.join(path.posix.dirname(file), name)
  return addresses.get(anchor === undefined ? target : `${target}#${anchor}`)
}

function examplePage({ path: place, label, file, language }: (typeof examples)[number]): BuiltPage {
  return {
    path: place,
    title: label,
    label,
    group: 'Complete examples',
    headings: [],
    html: `<p class="lead"><code>${file}</code></p>${codeBlock(read(file), language)}`,
  }
}
