import { readFileSync } from 'node:fs'
import { placeVariable, type Place } from './place-file.ts'

/** Reads the place of the run. Throws outside a run. */
function readPlace(): Place {
  const file = process.env[placeVariable]
  if (!file) throw new Error('No product runs: start with `npm test -- test/capabilities`')
  return JSON.parse(readFileSync(file, 'utf8')) as Place
}

/** The product that the programs of this run test. */
export const place = readPlace()
