import { Marked, type RendererObject, type Token, type Tokens } from 'marked'
import { escapeHtml } from '#contract/mail.ts'
import { createSlugger } from './anchors.ts'
import { codeBlock } from './highlight.ts'
import { sequenceList } from './sequence.ts'

/** A section starts at a heading of level two; the first section has no heading. */
export type Section = { heading: string; id: string; tokens: Token[]; innerIds: string[] }
export type Source = { file: string; title: string; sections: readonly Section[]; ids: string[] }

type Heading = { id: string; text: string }
type Resolve = (href: string) => string | undefined

/** Reads the sections of a Markdown file, with the anchors of all its headings. */
export function readMarkdown(file: string, text: string): Source {
  const slug = createSlugger()
  const sections: Section[] = [{ heading: '', id: '', tokens: [], innerIds: [] }]
  const ids: string[] = []
  let title = ''
  for (const token of new Marked().lexer(text)) {
    if (token.type !== 'heading') {
      sections.at(-1)?.tokens.push(token)
      continue
    }
    const id = slug(String(token['text']))
    ids.push(id)
    const heading = plainText(token as Tokens.Heading)
    if (token['depth'] === 1) title = heading
    else if (token['depth'] === 2) sections.push({ heading, id, tokens: [], innerIds: [] })
    else {
      sections.at(-1)?.tokens.push({ ...token, id } as Token)
      sections.at(-1)?.innerIds.push(id)
    }
  }
  return { file, title, sections, ids }
}

/**
 * Returns the HTML of sections. `resolve` returns the address of a link; a link without one is replaced by its text.
 */
export function renderSections(
  sections: readonly Section[],
  { resolve, isWhole }: { resolve: Resolve; isWhole: boolean },
): { html: string; headings: Heading[] } {
  const headings: Heading[] = []
  const marked = new Marked({ renderer: rendererOf(resolve, headings) })
  const html = sections.map(({ heading, id, tokens }) => {
    // The only section of a page uses the page's own heading.
    const isTitled = heading !== '' && (isWhole || sections.length > 1)
    if (isTitled) headings.push({ id, text: heading })
    return `${isTitled ? headingOf(2, id, escapeHtml(heading)) : ''}${marked.parser(tokens)}`
  })
  return { html: html.join(''), headings }
}

/** Returns the HTML of a text without headings. */
export function renderText(text: string): string {
  const renderer = rendererOf((href) => href, [])
  return new Marked({ renderer }).parse(text) as string
}

function headingOf(level: number, id: string, html: string): string {
  return `<h${level} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${level}>`
}

function rendererOf(resolve: Resolve, headings: Heading[]): RendererObject {
  return {
    heading(token) {
      const { id = '' } = token as Tokens.Heading & { id?: string }
      headings.push({ id, text: plainText(token) })
      return headingOf(token.depth, id, this.parser.parseInline(token.tokens))
    },
    code({ text, lang }) {
      return lang === 'mermaid' ? sequenceList(text) : codeBlock(text, lang)
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      const to = resolve(href)
      return to === undefined ? text : `<a href="${escapeHtml(to)}">${text}</a>`
    },
    table(token) {
      const cells = (row: Tokens.TableCell[], name: 'td' | 'th') =>
        row.map(({ tokens }) => `<${name}>${this.parser.parseInline(tokens)}</${name}>`).join('')
      const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')
      const head = token.header.some(({ text }) => text !== '')
        ? `<thead><tr>${cells(token.header, 'th')}</tr></thead>`
        : ''
      return `<div class="table" tabindex="0"><table>${head}<tbody>${rows}</tbody></table></div>`
    },
    html({ text }) {
      const isBreak = /^<br ?\/?>$/.test(text.trim())
      const isComment = text.trimStart().startsWith('<!--')
      if (!isBreak && !isComment) throw new Error(`HTML in Markdown: ${text}`)
      return isBreak ? '<br>' : ''
    },
    codespan({ text }) {
      return `<code>${escapeHtml(text)}</code>`
    },
  }
}

/** Returns the text of a token without its markup. */
function plainText({ tokens = [], text = '' }: { tokens?: Token[]; text?: string }): string {
  if (tokens.length === 0) return text
  return tokens.map((each) => plainText(each as { tokens?: Token[]; text?: string })).join('')
}
