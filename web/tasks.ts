/**
 * Fetches the small scripts of the page, then evaluates all preloaded scripts in dependency order. Runs each in a
 * separate task, because together they would block a slow phone for more than 50 ms.
 */
export async function evaluatePreloads(): Promise<void> {
  const template = document.querySelector<HTMLTemplateElement>('#later')
  for (const link of template?.content.querySelectorAll('link') ?? []) {
    document.body.append(link)
    await nextTask()
  }
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')) {
    await nextTask()
    await import(/* @vite-ignore */ href)
  }
  await nextTask()
}

export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}
