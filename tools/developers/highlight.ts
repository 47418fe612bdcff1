import highlighter from 'highlight.js'
import { escapeHtml } from '#contract/mail.ts'

const names: Readonly<Record<string, string>> = { toml: 'ini', mjs: 'js' }

/** Returns HTML of code with classes for its colors and a copy button, without the indentation that all lines share. */
export function codeBlock(text: string, language = ''): string {
  const code = withoutIndentation(text.replace(/\n$/, ''))
  const name = names[language] ?? language
  const html = highlighter.getLanguage(name)
    ? highlighter.highlight(code, { language: name }).value
    : escapeHtml(code)
  return `<div class="code"><pre tabindex="0"><code>${html}</code></pre><button type="button" class="copy">Copy</button></div>`
}

function withoutIndentation(text: string): string {
  const lines = text.split('\n')
  const indents = lines.filter(Boolean).map((line) => line.length - line.trimStart().length)
  const shared = Math.min(...indents)
  return lines.map((line) => line.slice(shared)).join('\n')
}
