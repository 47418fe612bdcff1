import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { begins, entries } from './app/web/screens.ts'
import { budgets } from './tools/budgets.ts'
import { oneLanguage } from './tools/one-language.ts'

const rendering = /node_modules\/(react|react-dom|scheduler)\/|\/app\/web\/rendering\.ts/
const routing = /node_modules\/(@tanstack|use-sync-external-store)\/|\/app\/web\/routing\.ts/
const beginning = /\/app\/web\/in-turn\.ts|vite\/preload-helper/
const packages = /node_modules\/(preact|wouter|regexparam|zod)\//
const screen =
  /\/app\/web\/(public\/(main|.*-screen)|(partner|admin)\/|security|session-(ended|warning)|.*-notice|dead-ends)/
const rare =
  /\/web\/(ui\/)?(altcha|authenticator|combo-box|human-check|new-password|password-|recovery-|step-up|suggest-|time-zone)/
const lists =
  /\/web\/ui\/(active-state|checkbox-field|choice-group|download|list|search-field|table)/
const isFloor = (id: string) =>
  !id.endsWith('.svg') &&
  (packages.test(id) ||
    beginning.test(id) ||
    /\/contract\//.test(id) ||
    (/\/web\//.test(id) && !screen.test(id) && !rare.test(id) && !lists.test(id)))

/** What runs in its turn before the areas (app/web/in-turn.ts), each by itself. */
const turns = [
  { name: 'beginning', test: beginning },
  { name: 'rendering', test: rendering },
  { name: 'routing', test: routing },
]

/** What most pages need comes as one file instead of thirty small ones; large and rare things stay apart. */
const groups = [
  { name: 'floor', test: isFloor },
  { name: 'lists', test: lists },
]

// Smaller ones in the place of large ones: what libraries bring along for old versions of React, too.
const builtIn = {
  // Decision 13: the part of it that the contract uses, held to it by web/schema.test.ts.
  'zod/mini': resolve(import.meta.dirname, 'web/schema.ts'),
  'use-sync-external-store/shim/index.js': 'react',
  'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
}

// The public pages run on Preact, which speaks React's language in a tenth of the bytes (decision 13).
const preact = {
  'use-sync-external-store/shim/index.js': 'preact/compat',
  'react-dom/server': 'preact-render-to-string',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
  react: 'preact/compat',
}

const icon = 'app/web/favicon.svg'

/**
 * Three builds: the areas behind the login; with `--mode public` the pages before it; with `--ssr` what
 * renders those to HTML.
 */
export default defineConfig(({ mode, isSsrBuild }): UserConfig => {
  const isPublic = mode === 'public'
  const bundles = isPublic ? [entries.public] : [entries.partner, entries.admin]
  const inputs = isPublic ? bundles : Object.values(begins)
  return {
    appType: 'custom',
    publicDir: false,
    plugins: [
      react(),
      withoutPreloading(),
      complete(),
      ...(isSsrBuild ? [] : [oneLanguage(bundles), compressed(), budgets(bundles)]),
    ],
    resolve: { alias: isPublic || isSsrBuild ? { ...builtIn, ...preact } : builtIn },
    ssr: { noExternal: true },
    build: {
      target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
      outDir: isSsrBuild ? 'dist/ssr' : 'dist/client',
      emptyOutDir: !isPublic,
      manifest: isSsrBuild ? false : `.vite/${isPublic ? 'public' : 'areas'}.json`,
      // One sheet for all of a build: the public pages carry it in their HTML (app/document.ts).
      cssCodeSplit: false,
      // The HTML names what a page needs (app/document.ts).
      modulePreload: false,
      // An inlined picture would need a policy that allows it.
      assetsInlineLimit: 0,
      rolldownOptions: isSsrBuild
        ? {}
        : {
            input: [...inputs, icon],
            output: { codeSplitting: { groups: isPublic ? groups : [...turns, ...groups] } },
          },
    },
    worker: { format: 'es' },
  }
})

/** Vite would put a kilobyte before each import; there is nothing to load beside one (no style sheet of its own). */
function withoutPreloading(): Plugin {
  return {
    name: 'without-preloading',
    enforce: 'pre',
    load: (id) =>
      id.endsWith('vite/preload-helper.js')
        ? 'export const __vitePreload = (load) => load()'
        : undefined,
  }
}

/** What is imported but not there, such as a part of zod/mini that web/schema.ts lacks, fails the build. */
function complete(): Plugin {
  return {
    name: 'complete',
    onLog(_, { code, message }) {
      if (code === 'IMPORT_IS_UNDEFINED') this.error(message)
    },
  }
}

/** Beside each asset its compressed twins, so that nobody compresses at run time. */
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
