import { useLayoutEffect, useRef } from 'react'

/**
 * Returns the ref of a bar that floats at the end of the window. While the bar is shown, `--foot-bar` is the height that
 * it covers there; the snackbar is placed above it.
 */
export function useCoveredHeight() {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const root = document.documentElement
    function measure(): void {
      const top = bar.current?.getBoundingClientRect().top ?? root.clientHeight
      root.style.setProperty('--foot-bar', `${Math.max(root.clientHeight - top, 0)}px`)
    }
    const resizes = new ResizeObserver(measure)
    if (bar.current) resizes.observe(bar.current)
    resizes.observe(document.body)
    window.addEventListener('scroll', measure, { passive: true })
    window.addEventListener('resize', measure)
    return () => {
      resizes.disconnect()
      window.removeEventListener('scroll', measure)
      window.removeEventListener('resize', measure)
      root.style.removeProperty('--foot-bar')
    }
  }, [])
  return bar
}
