import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

/** The folder of the third-party tools, which are not dependencies of this project. */
export const folder = path.resolve('.data/schema')
mkdirSync(folder, { recursive: true })
const lists = path.join(import.meta.dirname, 'tools')
const files = ['package.json', 'package-lock.json', 'requirements.txt']

/** Runs a program. If it fails, the error contains its output. */
export async function run(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 }
  try {
    return (await promisify(execFile)(program, [...args], options)).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${path.basename(program)} failed:\n${stdout}${stderr}`.slice(0, 20_000), {
      cause: error,
    })
  }
}

/** Returns the path of a program in the npm packages; `pythonTool` in the Python packages. */
export const npmTool = (name: string) => path.join(folder, 'node_modules/.bin', name)
export const pythonTool = (name: string) => path.join(folder, 'venv/bin', name)

/** Installs the tools in the pinned versions, unless they are installed. */
export async function prepareTools(): Promise<void> {
  const wanted = files.map((file) => readFileSync(path.join(lists, file), 'utf8')).join()
  const mark = path.join(folder, 'installed')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  console.log('installing redocly, spectral, schemathesis and the generators in .data/schema')
  cpSync(lists, folder, { recursive: true })
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  await run('python3', ['-m', 'venv', 'venv'])
  await run(pythonTool('pip'), ['install', '--quiet', '--requirement', 'requirements.txt'])
  writeFileSync(mark, wanted)
}
