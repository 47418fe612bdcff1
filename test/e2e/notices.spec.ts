import { expect } from '@playwright/test'
import {
  forbiddenMessages,
  frameMessages,
  platformAccessMessages as messages,
} from '../../app/web/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { administratorMessages } from '../../features/company/membership/texts/messages.ts'
import { askMessages } from '../../features/company/requests/texts/messages.ts'
import { addCompany, giveRole } from './company.ts'
import { addPerson, enterAs, enterIn } from './people.ts'
import { urls } from './place.ts'
import { deleteRows, updateRows } from './rows.ts'
import { password, setLocale, test } from './stage.ts'

const t = messages.en
const ask = askMessages.en
const { administrators, owners } = administratorMessages.en

const hub = { name: 'Business hub' }

test('RT-17 text injected into the URL is not shown or run', async ({ page }) => {
  await enterIn(page, 'en')
  const evil = '<img src=x onerror=alert(1)>Call +1 555 0100'
  const parameters = { forbidden_subsystem: evil, error_type: `${evil}2` }
  page.on('dialog', () => expect('a script').toBe('not run'))
  await page.goto(`/main/profile?${new URLSearchParams(parameters)}`)
  await expect(page.getByText(t.noAccessTitle({ name: t.thePlatform }))).toBeVisible()
  await expect(page.getByText('555 0100')).toHaveCount(0)
  await page.goto(`/login?${new URLSearchParams(parameters)}`)
  await expect(page.getByText(t.noAccessTitle({ name: t.thePlatform }))).toBeVisible()
  await expect(page.getByText('555 0100')).toHaveCount(0)
})

test('3W2: SC-21 the notice of a refused platform names the company administrators and offers the next step', async ({
  page,
}) => {
  const notice = '/main/profile?forbidden_subsystem=business-hub&error_type='
  await setLocale(page, 'en')
  const advice = page.getByText(t.noAccessHelp(hub))
  await page.goto('/login?forbidden_subsystem=business-hub&error_type=no_access')
  await expect(advice).toBeVisible()

  const plain = await addPerson({ company: `Plain ${Date.now()}`, subsystems: [] })
  await enterAs(page, plain, `${notice}no_access`)
  await expect(advice).toBeVisible()
  await expect(page.getByRole('button', { name: ask.request })).toHaveCount(0)

  const { owner, add } = await addCompany()
  await giveRole(await add(), 'people')
  await updateRows('subsystem_accounts', { userId: owner.id }, { active: false })
  await enterAs(page, owner, `${notice}deactivated`)
  await expect(advice).toBeVisible()
  await expect(page.getByText(administrators({ names: ['Grace Hopper'] }))).toBeVisible()
  await expect(page.getByText(t.notYourself)).toBeVisible()
  await deleteRows('subsystem_accounts', { userId: owner.id })
  await page.reload()
  await expect(page.getByRole('button', { name: ask.request })).toBeVisible()

  await enterAs(page, await addPerson(), `${notice}no_access`)
  await expect(page.getByText(t.openTitle(hub))).toBeVisible()
  await expect(advice).toHaveCount(0)
})

test('3K21: an auditor who opens the users of the company sees the needed roles and the owners, in the frame of the portal', async ({
  page,
}) => {
  const { add } = await addCompany()
  const auditor = await add()
  await giveRole(auditor, 'auditor')
  await setLocale(page, 'en')
  await enterAs(page, auditor, '/main/company/users')
  await expect(page.getByRole('heading', { name: forbiddenMessages.en.title })).toBeVisible()
  await expect(page.getByText(owners({ names: ['Grace Hopper'] }))).toBeVisible()
  await expect(page.getByRole('navigation', { name: frameMessages.en.navigation })).toBeVisible()
  await expect(page).toHaveURL(`${urls.portal}/unauthorized?redirect=%2Fmain%2Fcompany%2Fusers`)
})

test('SC-21 a redirect loop with a platform is stopped after the second time', async ({ page }) => {
  await enterIn(page, 'en')
  const login = `${urls.portal}/login?${new URLSearchParams({ redirect_url: `${urls.hub}/` })}`
  let visits = 0
  await page.route(`${urls.hub}/**`, (route) => {
    visits += 1
    return route.fulfill({ status: 302, headers: { location: login } })
  })
  await page.goto(login)
  await expect(page.getByText(t.loopTitle(hub))).toBeVisible()
  await expect(page).toHaveURL(/\/main\/profile\?forbidden_subsystem=business-hub&error_type=loop$/)
  expect(visits).toBe(2)
})

test('RT-26 only addresses of the portal and its platforms are followed', async ({ page }) => {
  await setLocale(page, 'en')
  const person = await addPerson()
  const evil = new URLSearchParams({
    redirect_url: 'https://evil.example/',
    redirect: '//evil.example',
  })
  await page.goto(`/login?${evil}`)
  const login = loginMessages.en
  await page.getByLabel(login.email, { exact: true }).fill(person.email)
  await page.getByLabel(login.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: login.logIn, exact: true }).click()
  await page.getByLabel(login.otp).fill(await person.authenticator.code())
  await expect(page).toHaveURL(`${urls.portal}/main/home`)
})
