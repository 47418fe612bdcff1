import type { Page } from '@playwright/test'
import { ago } from '#test/rows.ts'
import { updateRows } from './rows.ts'
import {
  messages as userMessages,
  userPageMessages,
} from '../../features/admin/users/texts/messages.ts'
import { addPerson, type Person } from './people.ts'

const t = userMessages.en

const own = userPageMessages.en

const hub = { name: 'Business hub' }

/** Adds a user who joined last year and can access only the onboarding dashboard. */
export async function addEarlierUser(company?: string): Promise<Person> {
  const person = await addPerson({ subsystems: ['onboarding'], ...(company && { company }) })
  await updateRows('users', { id: person.id }, { createdAt: ago('1 year') })
  return person
}

const switchOf = (page: Page) => page.getByRole('switch', { name: hub.name })

/** Turns the platform on, or off in one of two ways. */
export async function setPlatformAccess(
  page: Page,
  way: 'on' | 'no_access' | 'deactivated',
): Promise<void> {
  await switchOf(page).click()
  const question = page.getByRole('dialog')
  if (way !== 'on') await question.getByLabel(own.how).selectOption(way)
  await question.getByLabel(t.reason).fill('Joined the treasury')
  await question.getByRole('button', { name: way === 'on' ? own.give : own.take }).click()
}
