import { expect, type Locator } from '@playwright/test'

/** In pixels of the image itself: 0 until the browser has it, and where it may not. */
export async function shows(image: Locator, width: number): Promise<void> {
  await expect(image).toBeVisible()
  await expect
    .poll(() =>
      image.evaluate((each) => (each as unknown as { naturalWidth: number }).naturalWidth),
    )
    .toBe(width)
}
