import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { nameOf } from '#contract/full-name.ts'
import { langOf, localeNames, locales, type Locale } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { focusEmpty } from '#web/first-focus.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { companyParts } from '#web/parts/company-parts.ts'
import { invitationFields, PlatformTicks, type ChosenPlatform } from '#web/parts/platform-ticks.tsx'
import {
  accessEndMessages,
  delegationMessages,
  guestMessages,
  platformRoleMessages,
} from '#web/parts/texts/messages.ts'
import { Group } from '#web/ui/choice-group.tsx'
import { DayField } from '#web/ui/day-field.tsx'
import { endOfDay, pastDayIssues } from '#web/ui/days.ts'
import { Failure } from '#web/ui/failure.tsx'
import { FieldFault } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Form, SubmitButton, useFormOf } from '#web/ui/form.tsx'
import { SelectField } from '#web/ui/record-fields.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { Ability } from './ability.tsx'
import { inviteColleagues } from './contract.ts'
import { inviteMessages } from './texts/messages.ts'
import styles from './panel.module.css'

/** The invited user, and the platforms that the user can open. */
export type InvitedUser = {
  name: string
  email: string
  state: Reply<typeof inviteColleagues>[number]['state']
  platforms: readonly string[]
  /** The last day of access; empty if the access does not end. */
  until: string
}

/** A form that invites one user. */
export function InviteOne({ onSent }: { onSent: (user: InvitedUser) => void }) {
  const t = useMessages(inviteMessages)
  const [chosen, setChosen] = useState<readonly ChosenPlatform[]>([])
  const platforms = useOwnPlatforms()
  const { subsystems } = invitationFields(chosen)
  const names = (platforms.data ?? [])
    .filter(({ id }) => subsystems.includes(id))
    .map(({ name }) => name)
  const form = useInvitation(chosen, (user) => onSent({ ...user, platforms: names }))
  const place = useRef<HTMLDivElement>(null)
  // After the page's title, which takes the focus from a link.
  useEffect(() => focusEmpty(place.current, 'body, h1'), [])
  return (
    <div ref={place} className="card">
      <Form form={form}>
        <PersonFields form={form} />
        <Group legend={t.platforms}>
          {platforms.error && (
            <Failure
              text={t.platformsFailed}
              error={platforms.error}
              onRetry={() => void platforms.refetch()}
            />
          )}
          {platforms.data?.length === 0 && <p className="soft">{t.noneToGive}</p>}
          <PlatformTicks offered={platforms.data ?? []} chosen={chosen} onChoose={setChosen} />
          <FieldFault form={form} name="subsystems" />
        </Group>
        <TermFields form={form} />
        <Ability platforms={names} until={form.values.expiresAt} />
        <div className="button-row">
          <SubmitButton form={form}>{t.sendOne}</SubmitButton>
        </div>
      </Form>
      <UnsavedGuard isDirty={form.isChanged} text={t.leaveOneText} />
    </div>
  )
}

type FormProps = { form: ReturnType<typeof useInvitation> }

function PersonFields({ form }: FormProps) {
  const t = useMessages(guestMessages)
  return (
    <div className={styles.person}>
      <TextField form={form} name="users.0.email" label={t.email} type="email" autoComplete="off" />
      <TextField form={form} name="users.0.firstname" label={t.firstname} autoComplete="off" />
      <TextField form={form} name="users.0.lastname" label={t.lastname} autoComplete="off" />
    </div>
  )
}

function TermFields({ form }: FormProps) {
  const t = useMessages(guestMessages)
  const options = locales.map((value) => ({
    value,
    text: localeNames[value],
    lang: langOf(value),
  }))
  return (
    <div className={styles.person}>
      <DayField form={form} name="expiresAt" />
      <SelectField
        form={form}
        name="users.0.preferredLanguage"
        label={t.preferredLanguage}
        options={options}
      />
    </div>
  )
}

/** Loads the platforms to which the company may grant access. */
export function useOwnPlatforms() {
  const { findPlatforms } = companyParts()
  return useQuery({
    queryKey: ['company-platforms'],
    queryFn: ({ signal }) => findPlatforms(signal),
  })
}

/** The form of an invitation. */
function useInvitation(
  chosen: readonly ChosenPlatform[],
  onSent: (user: Omit<InvitedUser, 'platforms'>) => void,
) {
  const texts = useInvitationTexts()
  const { locale } = useLocale()
  const send = useSend()
  return useFormOf({ endpoint: inviteColleagues, send }, texts, {
    initial: {
      'users.0.email': '',
      'users.0.firstname': '',
      'users.0.lastname': '',
      'users.0.preferredLanguage': locale as string,
      expiresAt: '',
      // No input has this name; `FieldFault` shows the server's errors about the platforms.
      subsystems: '',
    },
    check: ({ expiresAt }) => pastDayIssues('expiresAt', expiresAt),
    toBody: (typed) => ({
      users: [userOf(typed)],
      ...invitationFields(chosen),
      expiresAt: endOfDay(typed.expiresAt),
    }),
    onDone: ([invitation], typed) => {
      const { email, ...names } = userOf(typed)
      const state = invitation?.state ?? 'open'
      onSent({ name: nameOf(names), email, state, until: typed.expiresAt })
    },
  })
}

function useInvitationTexts() {
  return {
    ...useMessages(platformRoleMessages),
    ...useMessages(guestMessages),
    ...useMessages(delegationMessages),
    ...useMessages(accessEndMessages),
    ...useMessages(inviteMessages),
  }
}

/** Returns a function that sends an invitation. The same values keep their key, so that a retry invites only once. */
function useSend() {
  const last = useRef({ bodyText: '', key: '' })
  return (body: unknown, signal?: AbortSignal) => {
    const bodyText = JSON.stringify(body)
    if (last.current.bodyText !== bodyText) last.current = { bodyText, key: crypto.randomUUID() }
    const headers = { 'idempotency-key': last.current.key }
    return call(inviteColleagues, { headers, body: body as never }, { signal })
  }
}

type Typed = Readonly<
  Record<`users.0.${'email' | 'firstname' | 'lastname' | 'preferredLanguage'}`, string>
>

function userOf(typed: Typed) {
  return {
    email: typed['users.0.email'].trim(),
    firstname: typed['users.0.firstname'].trim(),
    lastname: typed['users.0.lastname'].trim(),
    preferredLanguage: typed['users.0.preferredLanguage'] as Locale,
  }
}
