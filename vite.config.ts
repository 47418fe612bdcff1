import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { baseStyles, developers, entries, icon } from './app/web/screens.ts'
import { zoneNameFiles } from './app/web/zone-name-files.ts'
import { budgets } from './tools/budgets.ts'
import { oneLanguage } from './tools/one-language.ts'

/** Shared chunks, which save pages from loading forty small files. Other modules are split by the pages that use them. */
const sharedChunks = [
  {
    name: 'start',
    test: /rolldown\/runtime|vite\/preload-helper|\/web\/(one-time-token|tasks|addresses)\.ts/,
  },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'zod', test: /node_modules\/zod\// },
  { name: 'router', test: /node_modules\/(@tanstack|use-sync-external-store)\// },
  { name: firstName, test: /\/(web|contract)\/|\/sign-in\/contract\.ts$/, minShareCount: 2 },
  { name: loginName, test: /\/features\// },
  {
    name: sharedName,
    test: /\/(web|contract)\/(?!(admin|admin-links|permission)\.ts|parts\/recovery-codes|ui\/choice-group)/,
    minShareCount: 6,
  },
]

/** The client with its three entry points; with `--ssr` the prerenderer of its pages. */
export default defineConfig(({ isSsrBuild }): UserConfig => {
  return {
    appType: 'custom',
    publicDir: false,
    plugins: [
      react(),
      zoneNameFiles(),
      ...(isSsrBuild ? [] : [oneLanguage(), withoutApiWords(), compressed(), budgets()]),
    ],
    ssr: { noExternal: true },
    build: {
      target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
      outDir: isSsrBuild ? 'dist/ssr' : 'dist/client',
      manifest: !isSsrBuild,
      modulePreload: { polyfill: false, resolveDependencies: withoutPreloaded },
      // An inlined picture would need a policy that allows data URLs.
      assetsInlineLimit: 0,
      rolldownOptions: isSsrBuild
        ? {}
        : {
            input: {
              ...entries,
              ...baseStyles,
              icon,
              developers: developers.script,
              'developers-style': developers.style,
            },
            output: { codeSplitting: { groups: sharedChunks } },
          },
    },
    worker: { format: 'es' },
  }
})

/** The document of a public page preloads what its start imports: to add it again costs a slow phone a long task. */
function withoutPreloaded(
  _file: string,
  dependencies: string[],
  { hostId }: { hostId: string },
): string[] {
  const isPreloaded = /\/(public|hydrate|partner|admin)-[\w-]{8}\.js$/.test(hostId)
  return isPreloaded ? dependencies.filter((each) => each.endsWith('.css')) : dependencies
}

/** Removes what no page shows: summaries, dangers and examples of endpoints, columns of CSV files, names of schemas. */
function withoutApiWords(): Plugin {
  const summary = /^ *summary:\s*'(?:[^'\\]|\\.)*',\n/gm
  const details = /^ *(danger|examples): (?:\{[^}]*\}|\w+),\n/gm
  const csvColumns = /^ *csvColumns: (?:\{[^}]*\}|\w+),\n/gm
  const name = /\bnamed(Object)?\(\s*'\w+',/g
  // At the start of a statement, a bare parenthesis would continue the line before.
  const statement = /^named\(\s*'\w+',/gm
  return {
    name: 'without-api-words',
    enforce: 'pre',
    transform: (code, id) =>
      /[/-]contract\.ts$|\/contract\//.test(id)
        ? code
            .replaceAll(summary, "summary: '',\n")
            .replaceAll(details, '')
            .replaceAll(csvColumns, '')
            .replaceAll(statement, ';(')
            .replaceAll(name, (_, isObject) => (isObject ? 'z.object(' : '('))
        : undefined,
  }
}

/** Writes each asset compressed as well, so that the server compresses nothing at run time. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    writeBundle({ dir = '' }, bundle) {
      for (const file of Object.values(bundle)) {
        if (!/\.(js|css|svg)$/.test(file.fileName)) continue
        const content = file.type === 'chunk' ? file.code : file.source
        const place = join(dir, file.fileName)
        writeFileSync(`${place}.br`, brotliCompressSync(content))
        writeFileSync(`${place}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}

const login = ['app/web/public/hydrate.tsx', 'app/web/public/login-screen.tsx']
const loginModules = new Set<string>()

/** Separates the modules of the login from those that only other public pages share, because it opens most often. */
function firstName(id: string, graph: ModuleGraph): string | null {
  return isOfLogin(id, graph) ? 'first' : null
}

/** Keeps what only logins need in one file. */
function loginName(id: string, graph: ModuleGraph): string | null {
  return isOfLogin(id, graph) ? 'login' : null
}

function isOfLogin(id: string, graph: ModuleGraph): boolean {
  if (loginModules.size === 0)
    for (const source of login) collectStatic(join(import.meta.dirname, source), graph)
  return loginModules.has(id)
}

function collectStatic(id: string, graph: ModuleGraph): void {
  if (loginModules.has(id)) return
  loginModules.add(id)
  for (const each of graph.getModuleInfo(id)?.importedIds ?? []) collectStatic(each, graph)
}

type ModuleGraph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/** Leaves out what only the areas behind the login share: public pages would load it in vain. */
function sharedName(id: string, graph: ModuleGraph): string | null {
  return isReachable(id, entries.public, graph) ? 'shared' : null
}

function isReachable(
  id: string,
  entry: string,
  graph: ModuleGraph,
  seen = new Set<string>(),
): boolean {
  if (id.endsWith(entry)) return true
  if (seen.has(id)) return false
  seen.add(id)
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {}
  return [...importers, ...dynamicImporters].some((each) => isReachable(each, entry, graph, seen))
}
