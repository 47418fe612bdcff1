import { expect, type Page } from '@playwright/test'
import { updateRows } from '../../test/e2e/rows.ts'
import { listMessages } from '../../web/ui/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { addAdmin, addPerson } from '../../test/e2e/people.ts'
import { test } from '../../test/e2e/stage.ts'

const list = listMessages.en

for (const width of [1440, 1920]) {
  test(`U6: email addresses stay on one line at ${width} px with their end visible, and are copied in full`, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.setViewportSize({ width, height: 900 })
    const { id } = await addPerson()
    const email = `maximiliana.featherstonehaugh-cholmondeley.${Date.now()}@accounting.harbour-trading.example`
    await updateRows('users', { id }, { email, searchText: null })
    const invited = `bartholomew.featherstonehaugh.${Date.now()}@accounting.harbour-trading.example`
    const admin = await addAdmin({ roles: ['auditor'] })
    await updateRows('admins', { id: admin.id }, { email: invited })
    await enterAsAdmin(page, { roles: ['super_admin'] })
    for (const path of [
      `/admin/users?q=${email}`,
      `/admin/users/${id}`,
      '/admin/admin-users',
      '/admin/invitations',
    ]) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      expect(await brokenAddresses(page), path).toEqual([])
    }
    await page.goto(`/admin/users?q=${email}`)
    const row = page.getByRole('row').nth(1)
    const end = row.locator(`bdi[title="${email}"] > span`).last()
    expect(await end.evaluate((part) => part.scrollWidth - part.clientWidth)).toBeLessThan(2)
    await row.hover()
    await row.getByRole('button', { name: list.copyEmail({ email }) }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(email)
  })
}

/** Returns the addresses on the page that are broken over more than one line. */
function brokenAddresses(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const broken = []
    while (texts.nextNode()) {
      const node = texts.currentNode
      for (const { index, 0: address } of node.textContent.matchAll(/[^ ]*@[^ ]*/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + address.length)
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top))
        if (new Set(tops).size > 1) broken.push(address)
      }
    }
    return broken
  })()`)
}
