import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { nameOf } from '#contract/full-name.ts'
import { langOf, localeNames, locales } from '#contract/locale.ts'
import type { Me } from '#contract/me.ts'
import { profileFieldNames as names, type ProfileField } from '#contract/profile-fields.ts'
import { profileFieldMessages } from '#web/ui/texts/messages.ts'
import type { FormState } from '#web/ui/form-state.ts'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { meQuery, useMe } from '#web/me.ts'
import { TextField } from '#web/ui/fields.tsx'
import { initialsOf } from '#web/ui/initials.ts'
import { SelectField } from '#web/ui/record-fields.tsx'
import { TimeZoneField } from './time-zone-field.tsx'
import { Page, headerOf } from '#web/ui/page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { saveProfile } from './contract.ts'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

type Props = {
  /** Notice to a user whom a platform sent back. */
  notice: ReactNode
  /** The company of the user, and the action that leaves it. */
  company: ReactNode
}

export const ProfileHeader = headerOf(messages)

export function ProfilePage({ notice, company }: Props) {
  return (
    <Page>
      <ProfileHeader />
      {notice}
      <ProfilePanel />
      {company}
    </Page>
  )
}

type Name = ProfileField
type Details = Readonly<Record<Name, string>>

function ProfilePanel() {
  const t = useMessages(messages)
  const me = useMe()
  const { form, isSaved } = useProfileForm(me)
  const isDirty = names.some((name) => form.changed.includes(name))
  return (
    <div className={`card ${styles.panel}`}>
      <Person />
      <Form form={form} failed={t.failed}>
        <Part id="who" title={t.who} text={t.whoText}>
          <TextField form={form} name="firstname" autoComplete="given-name" />
          <TextField form={form} name="lastname" autoComplete="family-name" />
          <TextField form={form} name="jobTitle" autoComplete="organization-title" isOptional />
        </Part>
        <Part id="contact" title={t.contact} text={t.contactText}>
          <TextField form={form} name="email" type="email" autoComplete="email" readOnly />
          <TextField form={form} name="phone" type="tel" autoComplete="tel" isOptional />
        </Part>
        <Part id="preferences" title={t.preferences} text={t.preferencesText}>
          <SelectField
            form={form}
            name="preferredLanguage"
            autoComplete="language"
            options={locales.map((value) => ({
              value,
              text: localeNames[value],
              lang: langOf(value),
            }))}
          />
          <TimeZoneField
            form={form}
            name="timezone"
            current={me.timezone}
            buttonLabel={t.zonesButton}
            emptyText={t.noZones}
          />
        </Part>
        <Referral form={form} isOpen={me.referralCode !== ''} />
        <Actions form={form} isDirty={isDirty} isSaved={isSaved} />
      </Form>
      <UnsavedGuard isDirty={isDirty} text={t.leaveText} />
    </div>
  )
}

/** The person as others see them: saved name, job title and company. */
function Person() {
  const { firstname, lastname, jobTitle, email, partner } = useMe()
  const name = nameOf({ firstname, lastname })
  const place = [jobTitle, partner?.name].filter(Boolean)
  return (
    <div className={styles.person}>
      <span className={styles.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <div>
        <p className="strong">
          <bdi>{name}</bdi>
        </p>
        {place.length > 0 && (
          <p className="soft">
            <bdi>{place.join(' · ')}</bdi>
          </p>
        )}
        <p className="soft">
          <bdi>{email}</bdi>
        </p>
      </div>
    </div>
  )
}

type ReferralProps = { form: ReturnType<typeof useProfileForm>['form']; isOpen: boolean }

/** The field of the referral code, folded while there is none. */
function Referral({ form, isOpen }: ReferralProps) {
  const t = useMessages(messages)
  return (
    <details id="referral" className={styles.referral} open={isOpen}>
      <summary>{t.referral}</summary>
      <div className="stack-2">
        <p className="hint">{t.referralText}</p>
        <TextField form={form} name="referralCode" autoComplete="off" isOptional />
      </div>
    </details>
  )
}

function useProfileForm(me: Me) {
  const t = { ...useMessages(profileFieldMessages), ...useMessages(messages) }
  const { setLocale } = useLocale()
  const queryClient = useQueryClient()
  const [isSaved, setSaved] = useState(false)
  // The saved details that the form has applied.
  const details = useRef(detailsOf(me))
  const form = useForm(saveProfile, t, {
    initial: { ...detailsOf(me), email: me.email },
    toBody: detailsOf,
    onDone: (saved, sent, current) => {
      details.current = detailsOf(saved)
      queryClient.setQueryData(meQuery.queryKey, saved)
      for (const name of names)
        if (current[name] === sent[name]) form.set(name, details.current[name])
      setSaved(true)
      const { preferredLanguage } = saved
      void setLocale(preferredLanguage).then(() => showSuccess(messages[preferredLanguage].saved))
    },
  })
  // Applies changes from another tab, or from the time zone offer, to all fields that the user has not changed.
  const applyChanges = useEffectEvent((saved: Me) => {
    const before = details.current
    const next = detailsOf(saved)
    details.current = next
    for (const name of names) {
      const isChanged = next[name] !== before[name]
      const isEdited = form.values[name] !== before[name]
      if (isChanged && !isEdited) form.set(name, next[name])
    }
  })
  useEffect(() => applyChanges(me), [me])
  return { form, isSaved }
}

/** Returns the fields of the form. A field that a server of the previous release does not send is empty. */
function detailsOf(profile: { [Each in Name]?: string | undefined }): Details {
  return Object.fromEntries(names.map((name) => [name, profile[name] ?? ''])) as Details
}

type PartProps = { id: string; title: string; text: string; children: ReactNode }

function Part({ id, title, text, children }: PartProps) {
  return (
    <section id={id} className={styles.part}>
      <header>
        <h2>{title}</h2>
        <p className="hint">{text}</p>
      </header>
      <div className="stack-5">{children}</div>
    </section>
  )
}

type ActionsProps = { form: FormState; isDirty: boolean; isSaved: boolean }

function Actions({ form, isDirty, isSaved }: ActionsProps) {
  const t = useMessages(messages)
  const status = useRef<HTMLParagraphElement>(null)
  const isDone = isSaved && !isDirty

  useEffect(() => {
    // The pressed button is disabled now and has lost the focus.
    if (isDone && document.activeElement === document.body) status.current?.focus()
  }, [isDone])

  return (
    <div className={styles.actions} data-dirty={isDirty}>
      <fieldset disabled={!isDirty}>
        <SubmitButton form={form}>{t.save}</SubmitButton>
      </fieldset>
      <p ref={status} role="status" tabIndex={-1} className={styles.status}>
        {isDirty && t.unsaved}
      </p>
    </div>
  )
}
