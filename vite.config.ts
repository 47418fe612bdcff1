import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { entries } from './app/web/screens.ts'
import { budgets } from './tools/budgets.ts'
import { oneLanguage } from './tools/one-language.ts'

// What every page of an area needs: one file instead of twenty small ones.
const floor =
  /node_modules\/(react\/|react-dom\/|preact\/|scheduler\/|wouter\/|regexparam\/|zod\/|use-sync-external-store\/cjs\/use-sync-external-store-shim\.)|\/contract\/|vite\/preload-helper|\/web\/(api|connection|countdown|device|field|form|hydrated|language-switch|loading|locale|logo|notice|offline-banner|page-title|press|session(?=\.)|settings|snackbar|spoken|typed)[-.]/

// The public pages run on Preact, which speaks React's language in a tenth of the bytes (decision 13).
const preact = {
  'react-dom/server': 'preact-render-to-string',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
  react: 'preact/compat',
}

const icon = 'app/web/favicon.svg'
const areas = [entries.partner, entries.admin]

/**
 * Three builds: the areas behind the login; with `--mode public` the pages before it; with `--ssr` what
 * renders those to HTML.
 */
export default defineConfig(({ mode, isSsrBuild }): UserConfig => {
  const isPublic = mode === 'public'
  const inputs = isPublic ? [entries.public] : areas
  const extra = isPublic ? [icon] : [icon, 'app/web/pressable.css']
  return {
    appType: 'custom',
    publicDir: false,
    plugins: [react(), ...(isSsrBuild ? [] : [oneLanguage(inputs), compressed(), budgets(inputs)])],
    resolve: isPublic || isSsrBuild ? { alias: preact } : {},
    ssr: { noExternal: true },
    build: {
      target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
      outDir: isSsrBuild ? 'dist/ssr' : 'dist/client',
      emptyOutDir: !isPublic,
      manifest: isSsrBuild ? false : `.vite/${isPublic ? 'public' : 'areas'}.json`,
      // An inlined polyfill or picture would need a policy that allows it.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: isSsrBuild
        ? {}
        : {
            input: [...inputs, ...extra],
            output: { codeSplitting: { groups: [{ name: 'floor', test: floor }] } },
          },
    },
    worker: { format: 'es' },
  }
})

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
