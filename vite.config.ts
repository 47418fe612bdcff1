import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { oneLanguage } from './tools/one-language.ts'

const entries = ['app/web/public/main.tsx', 'app/web/partner/main.tsx', 'app/web/admin/main.tsx']

// What every first page needs: one file instead of twenty small ones.
const floor =
  /node_modules\/(react\/|react-dom\/|scheduler\/|zod\/|use-sync-external-store\/cjs\/use-sync-external-store-shim\.)|\/contract\/|vite\/preload-helper|\/web\/(api|connection|countdown|device|field|form|hydrated|language-switch|loading|locale|logo|notice|offline-banner|page-title|press|session(?=\.)|settings|snackbar|spoken|typed)[-.]/

/** The bundles of the browser; with `--ssr` the one that renders public pages to HTML. */
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: false,
  plugins: [react(), ...(isSsrBuild ? [] : [oneLanguage(entries), compressed()])],
  build: {
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    outDir: isSsrBuild ? 'dist/ssr' : 'dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    // An inlined polyfill or picture would need a policy that allows it.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: [...entries, 'app/web/favicon.svg', 'app/web/pressable.css'],
          output: { codeSplitting: { groups: [{ name: 'floor', test: floor }] } },
        },
  },
  worker: { format: 'es' },
}))

/** Beside each asset its compressed twins, so that nobody compresses at run time. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    writeBundle({ dir = '' }) {
      const folder = join(dir, 'assets')
      for (const name of readdirSync(folder).filter((each) => /\.(js|css|svg)$/.test(each))) {
        const content = readFileSync(join(folder, name))
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content))
        writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))
      }
    },
  }
}
