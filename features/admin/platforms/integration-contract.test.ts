import { equal, match, ok } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import {
  proxySnippets,
  publicSnippets,
  secretPlaceholder,
  serverSnippets,
} from './integration-contract.ts'
import { connectMessages } from './texts/messages.ts'

const facts = {
  issuer: 'https://id.example.com/oidc',
  id: 'orders',
  redirectUri: 'https://orders.example.com/callback',
  entryOrigin: 'https://orders.example.com',
  scopes: 'openid profile email',
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

/** A line of Auth.js that the documents lack, because it is the default. */
const ownLine = /^authorization: \{ params: \{ scope: 'openid profile email' \} \} \}$/

/** Puts the variable of the documents in place of the placeholder. */
function withoutPlaceholder(line: string): string {
  return line
    .replace(
      "clientSecret: 'CLIENT_SECRET',",
      line.includes('type:') ? 'clientSecret }' : 'clientSecret,',
    )
    .replace('ClientSecret: "CLIENT_SECRET"', 'ClientSecret: secret')
    .replace('OIDCClientSecret CLIENT_SECRET', 'OIDCClientSecret …')
}

test('3A16: Each snippet with a secret contains the placeholder that the page names, and each the registered scopes', () => {
  const withRoles = { ...facts, scopes: 'openid profile email roles' }
  for (const { name, text } of serverSnippets) {
    equal(text(withRoles).split(secretPlaceholder).length, 2, name)
    match(text(withRoles), /openid.{1,4}profile.{1,4}email.{1,4}roles/, name)
  }
  for (const { name, text } of publicSnippets)
    match(text(withRoles), /'openid profile email roles'/, name)
  for (const texts of Object.values(connectMessages)) match(texts.connectIntro, /CLIENT_SECRET/)
})

test('B8 each line of a snippet is in the documents, whose code is tested', () => {
  for (const { name, text } of [...serverSnippets, ...publicSnippets, ...proxySnippets]) {
    for (const line of text(facts).split('\n').map(withoutPlaceholder)) {
      if (platformLine.test(line.trim()) || ownLine.test(line.trim())) continue
      ok(documentText.includes(plain(line)), `${name}: ${line}`)
    }
  }
})

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
