import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { localeNames, locales, type WordsOf } from '#contract/locale.ts'
import type { Me } from '#contract/me.ts'
import { fieldWords } from '#web/ui/field-words.ts'
import type { FormState } from '#web/ui/form-state.ts'
import { Form, SubmitButton, TextField, useForm } from '#web/ui/form.tsx'
import { useLocale, useWords } from '#web/locale.ts'
import { meQuery, useMe } from '#web/me.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TimeZoneField } from '#web/ui/time-zone-field.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { saveProfile } from './contract.ts'
import { words } from './messages.ts'
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
type Parts = { form: FormState<Name>; say: WordsOf<typeof words> }

export function ProfilePanel() {
  const say = useWords(words)
  const me = useMe()
  const { form, isSaved } = useProfileForm(me)
  const isDirty = names.some((name) => form.values[name] !== me[name])
  return (
    <div className={`card ${styles.panel}`}>
      <Form form={form}>
        <Part title={say.who}>
          <TextField form={form} name="firstname" label={say.firstname} autoComplete="given-name" />
          <TextField form={form} name="lastname" label={say.lastname} autoComplete="family-name" />
          <TextField
            form={form}
            name="jobTitle"
            label={say.jobTitle}
            autoComplete="organization-title"
            isOptional
          />
        </Part>
        <ContactPart form={form} say={say} me={me} />
        <PreferencesPart form={form} say={say} me={me} />
        <Part title={say.referral}>
          <TextField
            form={form}
            name="referralCode"
            label={say.referralCode}
            autoComplete="off"
            isOptional
          />
        </Part>
        <Actions form={form} say={say} isDirty={isDirty} isSaved={isSaved} />
      </Form>
      <UnsavedGuard area="user" isDirty={isDirty} say={say} />
    </div>
  )
}

function useProfileForm(me: Me) {
  const say = useWords(words)
  const { setLocale } = useLocale()
  const queryClient = useQueryClient()
  const [isSaved, setSaved] = useState(false)
  const form = useForm(saveProfile, say, {
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

function ContactPart({ form, say, me }: Parts & { me: Me }) {
  const shown = { ...form, values: { ...form.values, email: me.email } }
  return (
    <Part title={say.contact}>
      <div className={styles.wide}>
        <TextField
          form={shown}
          name="email"
          type="email"
          label={say.email}
          hint={say.emailHint}
          autoComplete="email"
          readOnly
        />
      </div>
      <div className={styles.wide}>
        <TextField
          form={form}
          name="phone"
          type="tel"
          label={say.phone}
          hint={say.phoneHint}
          autoComplete="tel"
          isOptional
        />
      </div>
    </Part>
  )
}

function PreferencesPart({ form, say, me }: Parts & { me: Me }) {
  return (
    <Part title={say.preferences}>
      <SelectField
        form={form}
        name="preferredLanguage"
        label={say.preferredLanguage}
        hint={say.preferredLanguageHint}
        autoComplete="language"
        options={locales.map((value) => ({ value, text: localeNames[value], lang: value }))}
      />
      <TimeZoneField
        form={form}
        name="timezone"
        label={say.timezone}
        hint={say.timezoneHint}
        current={me.timezone}
        buttonLabel={say.zonesButton}
        emptyText={say.noZones}
      />
    </Part>
  )
}

type ActionsProps = Parts & { isDirty: boolean; isSaved: boolean }

function Actions({ form, say, isDirty, isSaved }: ActionsProps) {
  const { retry } = useWords(fieldWords)
  const status = useRef<HTMLParagraphElement>(null)
  const isDone = isSaved && !isDirty

  useEffect(() => {
    // The button that was pressed is disabled now, and would take the focus with it.
    if (isDone && document.activeElement === document.body) status.current?.focus()
  }, [isDone])

  return (
    <div className={styles.actions}>
      <fieldset disabled={!isDirty}>
        <SubmitButton form={form}>{say.save}</SubmitButton>
      </fieldset>
      <p
        ref={status}
        role="status"
        tabIndex={-1}
        className={styles.status}
        data-saved={isDone || undefined}
      >
        {isDone ? `✓ ${say.saved}` : isDirty && say.unsaved}
      </p>
      {form.faults.general && isDirty && (
        <div className={`failure ${styles.failed}`}>
          <p>
            <strong>{say.failed}</strong> {say.failedHelp}
          </p>
          <button type="submit" className="secondary-button">
            {retry}
          </button>
        </div>
      )}
    </div>
  )
}
