import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'

/** One ratio of one run: what was measured beside what, and the limit that it has to keep. */
export type Figure = {
  name: string
  here: string
  beside: string
  ratio: number
  /** The ratio must be at least, or at most, so much. */
  least?: number
  most?: number
}

export function keeps({ ratio, least = -Infinity, most = Infinity }: Figure): boolean {
  return ratio >= least && ratio <= most
}

/** Prints the table, and keeps it in test-results/ with the machine and how busy it was. */
export function report(name: string, figures: readonly Figure[], facts: object = {}): boolean {
  for (const figure of figures) {
    const { least, most } = figure
    const limit =
      least !== undefined
        ? `at least ${least}`
        : most === undefined
          ? 'no limit'
          : `at most ${most}`
    console.log(
      `${keeps(figure) ? 'kept  ' : 'MISSED'}  ${figure.ratio.toFixed(2).padStart(6)} (${limit})  ${figure.name}: ${figure.here} beside ${figure.beside}`,
    )
  }
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const about = { at: new Date(), machine, node: process.version, load: loadavg(), ...facts }
  mkdirSync('test-results', { recursive: true })
  writeFileSync(
    `test-results/bench-${name}.json`,
    `${JSON.stringify({ ...about, figures }, null, 2)}\n`,
  )
  return figures.every(keeps)
}
