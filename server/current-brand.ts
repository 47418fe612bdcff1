import type { Brand } from './brand.ts'
import { config } from './config.ts'

type Listener = () => Promise<void> | void

let current = config.brand
const listeners = new Set<Listener>()

/** The brand of this process: that of the variables until another one is applied. */
export function currentBrand(): Brand {
  return current
}

/** Runs after each change of the brand, until the returned function is called. */
export function onBrandChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows this brand from now on. Throws when something that shows it could not be made anew. */
export async function applyBrand(brand: Brand): Promise<void> {
  current = brand
  for (const listener of listeners) await listener()
}
