import { expect } from '@playwright/test'
import { messages } from '../../features/company/approvals/messages.ts'
import { change, enterAs, recovery } from '../../test/e2e/people.ts'
import { setLocale, test } from '../../test/e2e/stage.ts'
import { addColleagues, askForHelp } from '../../test/e2e/lost-device-colleague.ts'

const t = messages.ar

test('U17 403005 mayNotDecide: who has held the right for less than a day leaves the decision to somebody else', async ({
  page,
}) => {
  const { addDecider } = await recovery()
  await addDecider()
  await setLocale(page, 'ar')
  const [user, manager] = await addColleagues()
  await change('update company_roles set given_at = now() where user_id = $1', [manager.id])
  await askForHelp(page, user)
  await enterAs(page, manager, '/main/company/requests')
  const row = page.getByRole('listitem').filter({ hasText: '+351 21 000 0000' })
  await expect(row).toContainText(t.mayNotDecide)
  await expect(row.getByRole('button')).toHaveCount(0)
})
