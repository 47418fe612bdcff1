import type { Browser } from '@playwright/test'

const quality = 0.9

/** Converts a PNG with the browser, whose file is smaller. */
export async function toWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  const url = await page.evaluate<string>(`(async () => {
    const image = await createImageBitmap(
      await (await fetch('data:image/png;base64,${png.toString('base64')}')).blob())
    const canvas = new OffscreenCanvas(image.width, image.height)
    canvas.getContext('2d').drawImage(image, 0, 0)
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: ${quality} })
    return new Promise((resolve) => {
      const reader = new FileReader()
      reader.onload = () => resolve(reader.result)
      reader.readAsDataURL(blob)
    })
  })()`)
  await page.close()
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}
