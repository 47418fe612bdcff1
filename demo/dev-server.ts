import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import react from '@vitejs/plugin-react'
import { createServer as createVite, type Plugin } from 'vite'
import { locales } from '#contract/locale.ts'
import { baseStyles, entries } from '../app/web/screens.ts'
import { zoneNameFiles } from '../app/web/zone-name-files.ts'
import type { Manifest } from '../app/document.ts'
import type { Part } from './demo.ts'
import { replacedTexts, settledFiles } from './dev-texts.ts'
import { portOf } from './environment.ts'
import { startRestartingServer, type RestartingServer } from './restarting-server.ts'

const viteSource = /^\/(@|node_modules\/|app\/web\/|web\/|features\/|contract\/)/
const refresh = '/@react-refresh-start.js'
const virtual = 'virtual:messages/'

/**
 * Serves one origin: Vite serves the browser's sources, and a server process answers everything else. In that server's
 * documents, the built scripts and styles are replaced by the sources.
 */
export async function startDevServer(): Promise<Part> {
  const server = await startRestartingServer()
  const web = createServer()
  const vite = await createVite({
    configFile: false,
    appType: 'custom',
    publicDir: false,
    logLevel: 'warn',
    plugins: [
      react(),
      sourceMessages(),
      refreshStart(),
      zoneNameFiles(),
      settledFiles(),
      replacedTexts(),
    ],
    optimizeDeps: { entries: Object.values(entries) },
    server: {
      middlewareMode: true,
      hmr: { server: web },
      watch: { ignored: ['**/dist/**', '**/.data/**', '**/test-results/**'] },
    },
  })
  web.on('request', (incoming, outgoing) => {
    if (viteSource.test(incoming.url ?? '')) vite.middlewares(incoming, outgoing)
    else void forward(server, incoming, outgoing)
  })
  web.listen(portOf('PORT', 8080), process.env['HOST'] ?? '127.0.0.1')
  await once(web, 'listening').catch(async (error: Error) => {
    await Promise.all([server.stop(), vite.close()])
    throw new Error(`${error.message}. Choose another with PORT=…`, { cause: error })
  })
  return {
    stop: async () => {
      web.close()
      web.closeAllConnections()
      await Promise.all([server.stop(), vite.close()])
    },
  }
}

/** Forwards a request to the server; waits for a restart in progress. */
async function forward(
  server: RestartingServer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    await server.ready()
  } catch (error) {
    outgoing.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' })
    outgoing.end((error as Error).message)
    return
  }
  const { method, url: path, socket } = incoming
  const headers = {
    ...incoming.headers,
    // Uncompressed, so that `fromSources` can replace parts of a document.
    'accept-encoding': 'identity',
    'x-forwarded-for': socket.remoteAddress ?? '127.0.0.1',
  }
  const forwarded = request({ host: '127.0.0.1', port: server.port, method, path, headers })
  forwarded.on('error', (error) => {
    if (!outgoing.headersSent) outgoing.writeHead(502, { 'content-type': 'text/plain' })
    outgoing.end(error.message)
  })
  forwarded.on('response', (answer) => void answerWith(answer, outgoing))
  incoming.pipe(forwarded)
}

async function answerWith(answer: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const status = answer.statusCode ?? 502
  if (!answer.headers['content-type']?.startsWith('text/html')) {
    outgoing.writeHead(status, answer.headers)
    answer.pipe(outgoing)
    return
  }
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  const html = Buffer.concat(chunks).toString()
  const isPage = html.includes(' id="settings">')
  const { 'content-length': _, ...headers } = answer.headers
  const policy = headers['content-security-policy']
  if (isPage && typeof policy === 'string')
    headers['content-security-policy'] = developmentPolicy(policy)
  outgoing.writeHead(status, headers).end(isPage ? fromSources(html) : html)
}

/** Relaxes the policy: Vite's client writes style elements and opens a WebSocket; its error overlay uses innerHTML. */
function developmentPolicy(policy: string): string {
  return policy
    .split('; ')
    .filter((directive) => !/trusted-types/.test(directive))
    .map((directive) => {
      if (directive.startsWith('style-src')) return "style-src 'self' 'unsafe-inline'"
      return directive.startsWith('connect-src') ? `${directive} ws:` : directive
    })
    .join('; ')
}

/**
 * Replaces the built scripts and styles of a document, except the brand's colors, whose element keeps its id
 * (app/document.ts). A public page keeps its content for React to hydrate; it is hidden until then, because the styles
 * arrive with the scripts.
 */
function fromSources(html: string): string {
  const [, script = ''] = /<script type="module" src="\/([^"]+)"/.exec(html) ?? []
  const source = sourceOf(script)
  const isHydrated = source === entries.public
  const head = [
    ...Object.values(baseStyles).map((style) => `<link rel="stylesheet" href="/${style}">`),
    ...['/@vite/client', refresh, `/${source}`].map(
      (each) => `<script type="module" src="${each}"></script>`,
    ),
  ].join('')
  return html
    .replaceAll(/<link rel="(?:modulepreload|stylesheet|expect)"[^>]*>/g, '')
    .replaceAll(/<script type="module"[^>]*><\/script>/g, '')
    .replace(
      /<style[^>]*>[^]*?(:root\{--brand:[^}]*\})<\/style>/,
      '<style id="react-aria-pressable-style">[data-waiting] { visibility: hidden } $1</style>',
    )
    .replace(
      /<div id="root"[^>]*>([^]*)(<\/div><script type="application\/json")/,
      (_, content, end) =>
        isHydrated ? `<div id="root" data-waiting>${content}${end}` : `<div id="root">${end}`,
    )
    .replace('</head>', () => `${head}</head>`)
}

/** Returns the entry point that a script was built from. */
function sourceOf(script: string): string {
  const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as Manifest
  const source = Object.values(entries).find((entry) => manifest[entry]?.file === script)
  if (source === undefined) throw new Error(`${script} is not in dist: run npm run build`)
  return source
}

/**
 * Resolves the text files of a build (tools/one-language.ts) to empty ones. In development, each `texts/messages.ts`
 * loads every language itself, so that a changed text can be replaced (dev-texts.ts).
 */
function sourceMessages(): Plugin {
  const files = locales.map((locale) => `${locale}: async () => ({ default: {} })`).join(', ')
  return {
    name: 'source-messages',
    resolveId: (id) => (id.startsWith(virtual) ? `\0${id}` : undefined),
    load: (id) =>
      id.startsWith(`\0${virtual}`)
        ? `export const messageFiles = { ${files} }; export const screenFiles = {}`
        : undefined,
  }
}

/** Starts React's fast refresh before React. Its usual inline script would need a nonce. */
function refreshStart(): Plugin {
  return {
    name: 'refresh-start',
    resolveId: (id) => (id === refresh ? id : undefined),
    load: (id) =>
      id === refresh
        ? `import { injectIntoGlobalHook } from '/@react-refresh'
           injectIntoGlobalHook(window)
           window.$RefreshReg$ = () => {}
           window.$RefreshSig$ = () => (type) => type`
        : undefined,
  }
}
