// covers mail:contact-point, mail:contact-point-added, mail:contact-point-removed
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import {
  addContactPoint,
  listContactPoints,
  removeContactPoint,
  verifyContactPoint,
} from '../../features/account/contact-points/contract.ts'
import { askForHelp } from '../../features/account/lost-device/contract.ts'
import { login } from '../../features/account/sign-in/contract.ts'
import { openBrowser, unique } from './browser.ts'
import { tokenIn } from './mails.ts'
import { mails, newUser } from './people.ts'
import { place } from './place.ts'
import { executeSql } from './time.ts'

test('a verified second address is notified of a recovery after three days, and can be removed', async () => {
  const user = await newUser()
  const email = `home-${unique()}@ada.example`
  const { call } = user.browser
  const { id } = await call(addContactPoint, { body: { email } })
  await mails.next(user.email, /address was added/)
  const token = tokenIn(await mails.next(email, /Confirm this alert address/), 'contact-point')
  await openBrowser(place.url).call(verifyContactPoint, { body: { token } })
  await executeSql(
    `update contact_points set usable_from = usable_from - interval '3 days' where id = $1`,
    [id],
  )
  const [listed] = await call(listContactPoints, {})
  deepEqual([listed?.verified, listed?.usable], [true, true])

  const phone = openBrowser(place.url)
  await phone.call(login, { body: { email: user.email, password: user.password } })
  await phone.call(askForHelp, { body: { note: 'Lost on the train' } })
  await mails.next(email, /Request to reset two-factor/)

  await call(removeContactPoint, { params: { id }, body: {} })
  await mails.next(email, /address was removed/)
  equal((await call(listContactPoints, {})).length, 0)
})
