export type NavigationBar = { minify: boolean; show: boolean }

/** Below lg the same button flips whether the bar is there at all, above it how wide it is. */
export function toggled(bar: NavigationBar, isBelowLg: boolean): NavigationBar {
  return isBelowLg ? { ...bar, show: !bar.show } : { ...bar, minify: !bar.minify }
}
