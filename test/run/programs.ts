import { spawn } from 'node:child_process'
import path from 'node:path'

export type Count = { passed: number; failed: number; skipped: number }

export const binFolder = 'node_modules/.bin'

/** Runs a program that inherits our output. Returns its exit code; 1 if a signal ended it. */
export async function runProgram(
  [program = '', ...args]: readonly string[],
  signal: AbortSignal,
  env: NodeJS.ProcessEnv = {},
): Promise<number> {
  const PATH = `${path.resolve(binFolder)}${path.delimiter}${process.env['PATH']}`
  const child = spawn(program, args, {
    env: { ...process.env, PATH, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    signal,
    killSignal: 'SIGINT',
  })
  child.on('error', (error) => console.log(error.message))
  return await new Promise((resolve) => {
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** Runs a program that counts as one test, which passes if it exits with 0. */
export async function countProgram(args: readonly string[], signal: AbortSignal): Promise<Count> {
  const isPassed = (await runProgram(args, signal)) === 0
  return { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0 }
}
