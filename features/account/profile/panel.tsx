import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { localeNames, locales, type MessagesOf } from '#contract/locale.ts'
import type { Me } from '#contract/me.ts'
import { fieldMessages } from '#web/ui/field-messages.ts'
import type { FormState } from '#web/ui/form-state.ts'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { meQuery, useMe } from '#web/me.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/fields.tsx'
import { TimeZoneField } from '#web/ui/time-zone-field.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { saveProfile } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

const names = [
  'firstname',
  'lastname',
  'jobTitle',
  'timezone',
  'preferredLanguage',
  'phone',
  'referralCode',
] as const
type Name = (typeof names)[number]
type Parts = { form: FormState<Name>; t: MessagesOf<typeof messages> }

export function ProfilePanel() {
  const t = useMessages(messages)
  const me = useMe()
  const { form, isSaved } = useProfileForm(me)
  const isDirty = names.some((name) => form.values[name] !== me[name])
  return (
    <div className={`card ${styles.panel}`}>
      <Form form={form}>
        <Part title={t.who}>
          <TextField form={form} name="firstname" label={t.firstname} autoComplete="given-name" />
          <TextField form={form} name="lastname" label={t.lastname} autoComplete="family-name" />
          <TextField
            form={form}
            name="jobTitle"
            label={t.jobTitle}
            autoComplete="organization-title"
            isOptional
          />
        </Part>
        <ContactPart form={form} t={t} me={me} />
        <PreferencesPart form={form} t={t} me={me} />
        <Part title={t.referral}>
          <TextField
            form={form}
            name="referralCode"
            label={t.referralCode}
            autoComplete="off"
            isOptional
          />
        </Part>
        <Actions form={form} t={t} isDirty={isDirty} isSaved={isSaved} />
      </Form>
      <UnsavedGuard isDirty={isDirty} text={t.leaveText} />
    </div>
  )
}

function useProfileForm(me: Me) {
  const t = useMessages(messages)
  const { setLocale } = useLocale()
  const queryClient = useQueryClient()
  const [isSaved, setSaved] = useState(false)
  const form = useForm(saveProfile, t, {
    empty: detailsOf(me),
    onDone: (saved) => {
      queryClient.setQueryData(meQuery.queryKey, saved)
      for (const name of names) form.set(name, saved[name])
      setLocale(saved.preferredLanguage)
      setSaved(true)
    },
  })
  return { form, isSaved }
}

function detailsOf(me: Me): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, me[name]])) as Record<Name, string>
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      <div className={styles.fields}>{children}</div>
    </section>
  )
}

function ContactPart({ form, t, me }: Parts & { me: Me }) {
  const shown = { ...form, values: { ...form.values, email: me.email } }
  return (
    <Part title={t.contact}>
      <div className={styles.wide}>
        <TextField
          form={shown}
          name="email"
          type="email"
          label={t.email}
          hint={t.emailHint}
          autoComplete="email"
          readOnly
        />
      </div>
      <div className={styles.wide}>
        <TextField
          form={form}
          name="phone"
          type="tel"
          label={t.phone}
          hint={t.phoneHint}
          autoComplete="tel"
          isOptional
        />
      </div>
    </Part>
  )
}

function PreferencesPart({ form, t, me }: Parts & { me: Me }) {
  return (
    <Part title={t.preferences}>
      <SelectField
        form={form}
        name="preferredLanguage"
        label={t.preferredLanguage}
        hint={t.preferredLanguageHint}
        autoComplete="language"
        options={locales.map((value) => ({ value, text: localeNames[value], lang: value }))}
      />
      <TimeZoneField
        form={form}
        name="timezone"
        label={t.timezone}
        hint={t.timezoneHint}
        current={me.timezone}
        buttonLabel={t.zonesButton}
        emptyText={t.noZones}
      />
    </Part>
  )
}

type ActionsProps = Parts & { isDirty: boolean; isSaved: boolean }

function Actions({ form, t, isDirty, isSaved }: ActionsProps) {
  const { retry } = useMessages(fieldMessages)
  const status = useRef<HTMLParagraphElement>(null)
  const isDone = isSaved && !isDirty

  useEffect(() => {
    // The pressed button is disabled now and has lost the focus.
    if (isDone && document.activeElement === document.body) status.current?.focus()
  }, [isDone])

  return (
    <div className={styles.actions}>
      <fieldset disabled={!isDirty}>
        <SubmitButton form={form}>{t.save}</SubmitButton>
      </fieldset>
      <p
        ref={status}
        role="status"
        tabIndex={-1}
        className={styles.status}
        data-saved={isDone || undefined}
      >
        {isDone ? `✓ ${t.saved}` : isDirty && t.unsaved}
      </p>
      {form.faults.general && isDirty && (
        <div className={`failure ${styles.failed}`}>
          <p>
            <strong>{t.failed}</strong> {t.failedHelp}
          </p>
          <Button type="submit">{retry}</Button>
        </div>
      )}
    </div>
  )
}
