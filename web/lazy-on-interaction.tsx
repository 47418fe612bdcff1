import { Suspense, use, useEffect, useState, type ReactNode } from 'react'

const patienceMs = 2000
const deeds = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const
let hasBegun = false

/**
 * What is heavy and needed by few: fetched once somebody does anything on the page, or when the page has stood
 * for a while. Until then the place is held, as large as what comes.
 */
export function LazyOnInteraction({ place, children }: { place: ReactNode; children: ReactNode }) {
  const [isWanted, setWanted] = useState(hasBegun)

  useEffect(() => {
    function begin(): void {
      hasBegun = true
      setWanted(true)
    }
    const timer = setTimeout(begin, patienceMs)
    for (const deed of deeds) window.addEventListener(deed, begin, { once: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const deed of deeds) window.removeEventListener(deed, begin)
    }
  }, [])

  return <Suspense fallback={place}>{isWanted ? children : <NotYet />}</Suspense>
}

const never = new Promise<never>(() => undefined)

/** The place stays the same element until what belongs there has come: whoever stands in it is not put out of it. */
function NotYet(): never {
  return use(never)
}
