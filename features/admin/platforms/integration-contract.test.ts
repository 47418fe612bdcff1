import { ok } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { proxySnippets, publicSnippets, serverSnippets } from './integration-contract.ts'

const facts = {
  issuer: 'https://id.example.com/oidc',
  id: 'orders',
  redirectUri: 'https://orders.example.com/callback',
  entryOrigin: 'https://orders.example.com',
}
const documents = await Promise.all(
  ['docs/integrating.md', 'docs/tutorial.md', 'docs/forward-auth/Caddyfile'].map((file) =>
    readFile(file, 'utf8'),
  ),
)
/** The text of the documents, with the values that they name in place of the names. */
const documentText = plain(
  documents
    .join('\n')
    .replaceAll('issuerBaseURL: ISSUER', `issuerBaseURL: '${facts.issuer}'`)
    .replaceAll('issuer: ISSUER', `issuer: '${facts.issuer}'`)
    .replaceAll('NewProvider(ctx, issuer)', `NewProvider(ctx, "${facts.issuer}")`)
    .replaceAll('RedirectURL: redirect,', `RedirectURL: "${facts.redirectUri}",`)
    .replaceAll('`${home}/callback`', `'${facts.redirectUri}'`),
)
/** Lines that the tutorial's platform has elsewhere: how it finds the provider, and the frame of the code blocks. */
const platformLine = /^(import|const (provider|url|tokens|\{ sub)|\/\/ In the callback:|\}\)?$|$)/

test('B8 each line of a snippet is in the documents, whose code is tested', () => {
  for (const { name, text } of [...serverSnippets, ...publicSnippets, ...proxySnippets]) {
    for (const line of text(facts).split('\n')) {
      if (platformLine.test(line.trim())) continue
      ok(documentText.includes(plain(line)), `${name}: ${line}`)
    }
  }
})

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
