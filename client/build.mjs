import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { build } from 'vite'

/** Builds the package from the contracts of this clone; run by `npm pack`. Requires the clone's dependencies. */

const here = import.meta.dirname
const root = path.join(here, '..')
const dist = path.join(here, 'dist')
const endpoints = 'virtual:endpoints'
const documented = /^ *(danger|examples): (?:\{[^}]*\}|\w+),\n/gm

fs.rmSync(dist, { recursive: true, force: true })
await build({
  configFile: false,
  logLevel: 'warn',
  root,
  plugins: [
    {
      name: 'endpoints',
      enforce: 'pre',
      resolveId: (id) => (id === endpoints ? id : undefined),
      load: (id) => (id === endpoints ? exportsOf((file) => path.join(root, file)) : undefined),
      // Only documents of this clone show dangers and examples.
      transform: (code, id) =>
        /contract\.ts$|\/contract\//.test(id) ? code.replaceAll(documented, '') : undefined,
    },
  ],
  build: {
    target: 'es2022',
    outDir: dist,
    emptyOutDir: true,
    minify: false,
    // One module per contract, so that a page bundles only the contracts of the endpoints that it calls.
    rolldownOptions: {
      input: {
        'client/src/browser': path.join(here, 'src/browser.ts'),
        'client/src/service-account': path.join(here, 'src/service-account.ts'),
        endpoints,
      },
      external: ['zod/mini', 'jose'],
      preserveEntrySignatures: 'strict',
      output: {
        format: 'es',
        preserveModules: true,
        preserveModulesRoot: root,
        entryFileNames: '[name].js',
      },
    },
  },
})
execFileSync('tsc', ['-p', path.join(here, 'tsconfig.json')], { stdio: 'inherit' })
fs.writeFileSync(
  path.join(dist, 'endpoints.d.ts'),
  exportsOf((file) => `./${file}`),
)
for (const file of fs.globSync('**/*.d.ts', { cwd: dist })) resolveImports(file)

/** Returns the source of a module that exports all endpoints; `pathOf` returns the path to import a file from. */
function exportsOf(pathOf) {
  return fs
    .globSync(['contract/*.ts', 'features/**/*contract.ts'], { cwd: root })
    .toSorted()
    .flatMap((file) => {
      const text = fs.readFileSync(path.join(root, file), 'utf8')
      const names = [...text.matchAll(/^export const (\w+) = endpoint\(/gm)].map(([, name]) => name)
      return names.length > 0 ? `export { ${names.join(', ')} } from '${pathOf(file)}'\n` : []
    })
    .join('')
}

/** Rewrites the imports of a declaration file from sources of this clone to modules of the package. */
function resolveImports(file) {
  const whole = path.join(dist, file)
  const up = path.posix.relative(path.posix.dirname(file), '.') || '.'
  const text = fs
    .readFileSync(whole, 'utf8')
    .replaceAll(/(['"])#contract\/([\w-]+)\.ts\1/g, `$1${up}/contract/$2.js$1`)
    .replaceAll(/(['"])(\.[\w./-]+)\.ts\1/g, '$1$2.js$1')
  fs.writeFileSync(whole, text)
}
