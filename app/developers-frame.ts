import type { Theme } from '#contract/theme.ts'
import type { Brand } from '#server/brand.ts'
import { currentBrand } from '#server/current-brand.ts'
import { html, safe, type Safe } from '#server/page.ts'
import { documentPolicy } from '#server/security-headers.ts'
import { brandIcon } from '#server/brand-icon.ts'
import { brandStyle, logoOriginsOf } from './brand.ts'
import type { DeveloperPage } from './developer-page.ts'
import { chunkOf, contentOf, readManifest } from './document.ts'
import { baseStyles, developers } from './web/screens.ts'

/** Text and theme of a page. `text` is trusted HTML, because the build generated it. */
type PageText = { text: string; theme: Theme | undefined }

/** Creates the frame of the documentation in the current brand: header, menu, table of contents, search. */
export function createFrame(base: string, pages: readonly DeveloperPage[]) {
  const brand = currentBrand()
  const manifest = readManifest()
  const sheets = [...Object.values(baseStyles), developers.style]
  const style = [
    ...sheets.map((source) => contentOf(chunkOf(manifest, source).file)),
    brandStyle(brand),
  ].join('')
  const script = chunkOf(manifest, developers.script).file
  return {
    policy: documentPolicy({ apis: [], pictures: logoOriginsOf(brand), style }),
    searchIndex: () => JSON.stringify(searchIndexOf(base, pages)),
    write: (page: DeveloperPage, { text, theme }: PageText) =>
      html`<!doctype html>
        <html lang="en" dir="ltr" ${theme ? html`data-theme="${theme}"` : ''}>
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="color-scheme" content="${theme ?? 'light dark'}" />
            <title>${page.title} · ${brand.name} for developers</title>
            <link rel="icon" href="${brand.logo?.url ?? brandIcon(brand)}" />
            ${safe(`<style>${style}</style>`)}
          </head>
          <body>
            <div class="developers">
              <a class="skip-link" href="#content">Skip to content</a>
              ${headerOf(base, brand)} ${menuOf(base, pages, page)}
              <main id="content" tabindex="-1">
                <h1>${page.title}</h1>
                ${contentsOf(page, 'details')}
                <article>${safe(text)}</article>
                ${neighborsOf(base, pages, page)}
                <footer class="hint">This documentation is in English only.</footer>
              </main>
              ${contentsOf(page, 'nav')}
            </div>
            <script type="module" src="/${script}"></script>
          </body>
        </html>`.text,
  }
}

/** Returns the URL path of a page below `base`. */
export function addressOf(base: string, path: string): string {
  return path === '' ? base : `${base}/${path}`
}

function headerOf(base: string, brand: Brand): Safe {
  return html`<header class="top line-3">
    <button type="button" class="menu-button" popovertarget="menu">
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
        <path d="M4 7h16M4 12h16M4 17h16" fill="none" stroke="currentColor" stroke-width="2" />
      </svg>
      <span class="visually-hidden">Menu</span>
    </button>
    <a class="brand line-2 strong" href="${base}"
      >${logoOf(brand)}<span>${brand.name}</span><em>Developers</em></a
    >
    <div class="search">
      <label class="visually-hidden" for="search">Search the documentation</label>
      <input
        id="search"
        data-search="${base}/search.json"
        type="search"
        role="combobox"
        aria-expanded="false"
        aria-controls="results"
        aria-autocomplete="list"
        autocomplete="off"
        placeholder="Search"
      />
      <kbd aria-hidden="true">/</kbd>
      <ul id="results" class="floats" role="listbox" aria-label="Results" hidden></ul>
      <p id="found" role="status" class="visually-hidden"></p>
    </div>
  </header>`
}

function logoOf(brand: Brand): Safe {
  const { logo, logoDark } = brand
  if (!logo) return html`<img src="${brandIcon(brand)}" alt="" width="32" height="32" />`
  const light = logoDark ? html` data-logo="light"` : ''
  const dark = logoDark
    ? html`<img data-logo="dark" src="${logoDark.url}" alt="" height="32" />`
    : ''
  return html`<img${light} src="${logo.url}" alt="" height="32" />${dark}`
}

/** Renders the menu. Operations are listed only below the page that is open, so that the menu fits a screen. */
function menuOf(base: string, pages: readonly DeveloperPage[], current: DeveloperPage): Safe {
  const groups = Map.groupBy(pages, ({ group }) => group)
  const link = (page: DeveloperPage) => {
    const { path, label, method } = page
    const currentMark = page === current ? html` aria-current="page"` : ''
    const badge = method ? html`<span class="method" data-method="${method}">${method}</span> ` : ''
    return html`<a href="${addressOf(base, path)}" ${currentMark}>${badge}${label}</a>`
  }
  const openPath = current.parent ?? current.path
  const item = (page: DeveloperPage): Safe => {
    const operations =
      page.path === openPath ? pages.filter(({ parent }) => parent === openPath) : []
    const list =
      operations.length > 0
        ? html`<ul class="bare">
            ${each(operations, (operation) => html`<li>${link(operation)}</li>`)}
          </ul>`
        : ''
    return html`<li>${link(page)}${list}</li>`
  }
  return html`<nav id="menu" popover aria-label="Documentation">
    ${each([...groups], ([group, members]) => {
      const topLevel = members.filter(({ parent }) => parent === undefined)
      return html`<h2 class="hint">${group}</h2>
        <ul class="bare">
          ${each(topLevel, item)}
        </ul>`
    })}
  </nav>`
}

/**
 * Renders the table of contents: on a phone as `details` above the text, on a wide screen as `nav` beside it. Empty for
 * operations and for pages with fewer than two headings.
 */
function contentsOf({ headings, method }: DeveloperPage, kind: 'details' | 'nav'): Safe | '' {
  if (headings.length < 2 || method) return ''
  const list = html`<ul class="bare">
    ${each(headings, ({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}
  </ul>`
  return kind === 'details'
    ? html`<details class="contents boxed">
        <summary>On this page</summary>
        ${list}
      </details>`
    : html`<nav class="contents" aria-label="On this page">
        <p>On this page</p>
        ${list}
      </nav>`
}

/** Renders links to the previous and the next page. */
function neighborsOf(base: string, pages: readonly DeveloperPage[], current: DeveloperPage): Safe {
  const index = pages.indexOf(current)
  const link = (page: DeveloperPage | undefined, rel: 'prev' | 'next') =>
    page
      ? html`<a class="boxed" rel="${rel}" href="${addressOf(base, page.path)}"
          ><small class="hint">${rel === 'prev' ? 'Previous' : 'Next'}</small> ${page.label}</a
        >`
      : ''
  return html`<nav class="neighbors wrap-2 between" aria-label="Next pages">
    ${link(pages[index - 1], 'prev')} ${link(pages[index + 1], 'next')}
  </nav>`
}

/** Returns the search index: each page and heading. `place` is the title or group above the entry. */
function searchIndexOf(base: string, pages: readonly DeveloperPage[]) {
  return pages.flatMap(({ path, title, group, parent, method, headings }) => {
    const address = addressOf(base, path)
    const place = pages.find((each) => each.path === parent)?.label ?? group
    const entry = { to: address, text: title, place, ...(method && { method }) }
    const sections = method ? [] : headings
    return [
      entry,
      ...sections.map(({ id, text }) => ({ to: `${address}#${id}`, text, place: title })),
    ]
  })
}

function each<T>(items: readonly T[], render: (item: T) => Safe): Safe {
  return safe(items.map((item) => render(item).text).join(''))
}
