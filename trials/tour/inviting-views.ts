import * as adminLinks from '#contract/admin-links.ts'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const view = { of: 'invite', who: 'admin' } as const
const path = adminLinks.invite.path

const right = ['Ada,King', 'Bob,Ross', 'Cy,Young']
  .map((name, n) => `guest${n}.${Date.now()}@quay.example,${name}`)
  .join('\n')
const wrong = `${right}\nno-address,Dee,Wrong\nguest0.${Date.now()}@quay.example,,`

/** The invitation form: empty, with errors, checked, previewed and sent. */
export const views: View[] = [
  { ...view, name: 'invitations-new', state: 'empty', open: (stage) => stage.go(path) },
  {
    ...view,
    name: 'invitations-faults',
    state: 'error',
    open: async (stage) => {
      await fillList(stage, wrong)
      await press(stage)
      await stage.sees('[aria-invalid=true]')
    },
  },
  {
    ...view,
    name: 'invitations-preview',
    state: 'normal',
    open: async (stage) => {
      await fillList(stage, right)
      await stage.page.locator('.button-row .secondary-button').nth(1).click()
      await stage.sees('dialog[open] iframe')
      await stage.calm()
    },
  },
  {
    ...view,
    name: 'invitations-sent',
    state: 'normal',
    open: async (stage) => {
      await fillList(stage, `sent.${Date.now()}@quay.example,Ada,King`)
      await press(stage)
      await stage.sees('main h2:focus')
    },
  },
]

async function fillList(stage: Stage, rows: string): Promise<void> {
  await stage.go(path)
  const company = stage.page.locator('[role=combobox][name=company]')
  await company.click()
  await stage.page.locator('[role=option]').first().click()
  await stage.page.locator('main fieldset [type=checkbox]').first().check()
  const field = stage.page.locator('[name=email]').first()
  await field.focus()
  await field.evaluate((element, text) => {
    // The TypeScript types of this folder are Node's.
    const { DataTransfer, ClipboardEvent } = globalThis as unknown as Browser
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const init = { clipboardData, bubbles: true, cancelable: true }
    ;(element as unknown as EventTarget).dispatchEvent(new ClipboardEvent('paste', init))
  }, rows)
  await stage.sees('[data-index="1"]')
  await stage.calm()
}

type Browser = {
  DataTransfer: new () => { setData: (type: string, text: string) => void }
  ClipboardEvent: new (type: string, init: object) => Event
}

async function press(stage: Stage): Promise<void> {
  await stage.page.locator('main .primary-button').last().click()
}
