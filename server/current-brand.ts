import type { Brand } from './brand.ts'
import { config } from './config.ts'

type Listener = () => Promise<void> | void

let current = config.brand
const listeners = new Set<Listener>()

/** Returns the brand of this process: that of the variables, or the last applied one. */
export function currentBrand(): Brand {
  return current
}

/** Registers a listener for changes of the brand. Returns a function that removes it. */
export function onBrandChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Sets the brand and runs the listeners. Throws if a listener cannot render the new brand, which stays set. */
export async function applyBrand(brand: Brand): Promise<void> {
  current = brand
  for (const listener of listeners) await listener()
}
