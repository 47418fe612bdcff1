import * as adminLinks from '#contract/admin-links.ts'
import { useEffect, useRef, useState } from 'react'
import { brandTextNames, companyFactNames, isColor, type CompanyFact } from '#contract/brand.ts'
import {
  areHuesApart,
  contrastsOf,
  darkColorOf,
  lowContrasts,
  roundedRatio,
  type Scheme,
} from '#contract/colors.ts'
import { langOf, type Locale, localeNames, locales, numberFormat } from '#contract/locale.ts'
import { bracketed, formatList } from '#contract/text.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Group } from '#web/ui/choice-group.tsx'
import { TextField } from '#web/ui/fields.tsx'
import type { FormState } from '#web/ui/form-state.ts'
import { Form, useForm } from '#web/ui/form.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SwitchField } from '#web/ui/record-fields.tsx'
import { ConflictNotice, useConflict } from '#web/ui/record-form.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { saveBrand, type PublishedBrand } from './contract.ts'
import { ImageField } from './image-field.tsx'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'
import { Preview } from './preview.tsx'
import { settingsOf, textName, valuesOf, type Name, type Values } from './values.tsx'
import { LocaleOptions } from '#web/ui/locale-options.tsx'

type Props = { brand: PublishedBrand; onReload: () => void; onCancel: () => void }

/** Shows the draft next to its preview. */
export function BrandForm({ brand, onReload, onCancel }: Props) {
  const t = useMessages(messages)
  const { locale: own } = useLocale()
  const [locale, setLocale] = useState<Locale>(own)
  const { form, conflict } = useBrandForm(brand, onReload)
  const preview = useRef<HTMLElement>(null)
  useFaultyLanguage(form, setLocale)
  return (
    <div className={styles.room}>
      <div className={styles.studio}>
        <Form form={form}>
          <Identity form={form} configuredUrl={brand.configuredLogoUrl} />
          <Colors form={form} />
          <Panel title={t.texts} intro={t.textsHint}>
            <Texts form={form} locale={locale} onLocale={setLocale} />
          </Panel>
          <Company form={form} />
          <Panel title={t.mails}>
            <TextField form={form} name="senderName" autoComplete="off" isOptional />
          </Panel>
          <ConflictNotice {...{ conflict, onReload, t }} />
        </Form>
        <Preview ref={preview} values={form.values} locale={locale} onLocale={setLocale} />
      </div>
      {(form.isChanged || conflict) && (
        <SaveBar form={form} t={{ ...t, save: t.publish }} onCancel={onCancel}>
          <Button
            className={styles.toPreview}
            onClick={() => preview.current?.scrollIntoView({ block: 'start' })}
          >
            {t.preview}
          </Button>
        </SaveBar>
      )}
      <UnsavedGuard
        area="admin"
        isDirty={form.isChanged && !form.isSending}
        text={t.leaveText}
        texts={t}
      />
    </div>
  )
}

function useBrandForm(brand: PublishedBrand, onReload: () => void) {
  const t = useMessages(messages)
  const [initial] = useState(() => valuesOf(brand.settings))
  const { conflict, onRefused } = useConflict()
  const form = useForm(saveBrand, t, {
    initial,
    headers: { 'if-match': brand.etag },
    toBody: settingsOf,
    onRefused,
    onDone: () => {
      // The frame of this page still has the brand of the document.
      showSuccess(t.published, <a href={adminLinks.brand.path}>{t.seeHere}</a>)
      onReload()
    },
  })
  const textOf = useTextOfContrast(form)
  return { form: { ...form, textOf }, conflict }
}

type BrandFormState = FormState<Name, 'name' | 'color' | 'colorLight', Values>

/** Returns the texts of the faults. A color with too little contrast names every place where it would be hard to read. */
function useTextOfContrast({ values, textOf }: Pick<BrandFormState, 'values' | 'textOf'>) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const [color, colorLight] = [values.color, values.colorLight].map(colorOf)
  const lowOf = (scheme: Scheme) =>
    color === undefined || colorLight === undefined
      ? []
      : lowContrasts(contrastsOf(scheme, { color, colorLight }))
  // As in the contract, a fault of the color on light backgrounds comes first.
  const low = lowOf('light').length > 0 ? lowOf('light') : lowOf('dark')
  const places = formatList(
    low.map((pair) => t[`pair_${pair}`]),
    locale,
  )
  return (...[key, args]: Parameters<typeof textOf>) =>
    key.startsWith('contrast') ? t.contrastLow({ places }) : textOf(key, args)
}

/** Switches to the language of the first field with a fault, if that field is a text in one language. */
function useFaultyLanguage(form: FormState<Name>, show: (locale: Locale) => void): void {
  const { attempt, faults } = form
  useEffect(() => {
    const [first] = Object.keys(faults.fields)
    const faulty = locales.find((each) => first?.endsWith(`.${each}`))
    if (faulty) show(faulty)
    // Only a submit changes the language; later typing does not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt])
}

type IdentityProps = { form: FormState<Name, 'name', Values>; configuredUrl: string | null }

function Identity({ form, configuredUrl }: IdentityProps) {
  const t = useMessages(messages)
  return (
    <Panel title={t.identity}>
      <div className="stack-5">
        <TextField form={form} name="name" autoComplete="off" />
        <ImageField form={form} name="logo" configuredUrl={configuredUrl} />
        <ImageField form={form} name="logoDark" configuredUrl={configuredUrl} />
        <SwitchField form={form} name="arches" label={t.arches} />
      </div>
    </Panel>
  )
}

type CompanyForm = FormState<Name, CompanyFact | 'legalNameHint' | 'supportEmailHint', Values>

/** Facts about the company, which the login page shows. */
function Company({ form }: { form: CompanyForm }) {
  const t = useMessages(messages)
  return (
    <Panel title={t.company} intro={t.companyHint}>
      <div className="stack-5">
        {companyFactNames.map((each) => (
          <TextField
            key={each}
            form={form}
            name={each}
            autoComplete="off"
            isOptional
            {...(['statusUrl', 'supportEmail'].includes(each) && { dir: 'ltr' as const })}
          />
        ))}
      </div>
    </Panel>
  )
}

type ColorsForm = FormState<Name, 'color' | 'colorLight', Values>

function Colors({ form }: { form: ColorsForm }) {
  const t = useMessages(messages)
  return (
    <Panel title={t.colors}>
      <div className="stack-5">
        <ColorField form={form} name="color" scheme="light" />
        <ColorField form={form} name="colorLight" scheme="dark" />
      </div>
    </Panel>
  )
}

type FieldProps = { form: ColorsForm; name: 'color' | 'colorLight'; scheme: Scheme }

/** A color as text and as a picker, with its contrast ratios. */
function ColorField({ form, name, scheme }: FieldProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const [color, colorLight] = [form.values.color, form.values.colorLight].map(colorOf)
  const contrasts =
    color !== undefined && colorLight !== undefined && contrastsOf(scheme, { color, colorLight })
  return (
    <div className={`stack-3 ${styles.color}`}>
      <TextField form={form} name={name} autoComplete="off" dir="ltr" />
      <label className="line-3 tall hint">
        <input
          type="color"
          value={colorOf(form.values[name]) ?? '#000000'}
          aria-label={t.pick({ name: t[name] })}
          onChange={({ target }) => form.set(name, target.value)}
        />
        {t.contrast}
      </label>
      {scheme === 'dark' && <ProposedColor form={form} color={color} colorLight={colorLight} />}
      {contrasts && (
        <ul className={styles.contrasts}>
          {contrasts.map(({ pair, ratio, isEnough }) => (
            <li key={pair} data-low={isEnough ? undefined : ''}>
              {t[`pair_${pair}`]}{' '}
              <bdi dir="ltr">{numberFormat(locale).format(roundedRatio(ratio))}:1</bdi>
              {!isEnough && bracketed(t.low, locale)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type ProposedProps = { form: ColorsForm } & Record<'color' | 'colorLight', string | undefined>

/** Proposes a color for dark backgrounds, unless the current one is readable and of the same hue as the other color. */
function ProposedColor({ form, color, colorLight }: ProposedProps) {
  const t = useMessages(messages)
  if (color === undefined) return null
  const isSuitable =
    colorLight !== undefined &&
    !areHuesApart(color, colorLight) &&
    lowContrasts(contrastsOf('dark', { color, colorLight })).length === 0
  if (isSuitable) return null
  const proposal = darkColorOf(color)
  return (
    <div className="row-3">
      <span className={styles.swatch} style={{ background: proposal }} />
      <Button variant="quiet" onClick={() => form.set('colorLight', proposal)}>
        {t.proposedColor({ color: proposal })}
      </Button>
    </div>
  )
}

/** Normalizes a color as the server does; undefined if it is invalid. */
function colorOf(value: string): string | undefined {
  const color = value.trim().toLowerCase()
  return isColor(color) ? color : undefined
}

type TextsProps = { form: FormState<Name>; locale: Locale; onLocale: (locale: Locale) => void }

/** Shows the text fields of the selected language. */
function Texts({ form, locale, onLocale }: TextsProps) {
  const t = useMessages(messages)
  return (
    <div className="stack-5">
      <label>
        {t.textLanguage}{' '}
        <select value={locale} onChange={({ target }) => onLocale(target.value as Locale)}>
          <LocaleOptions />
        </select>
      </label>
      {locales.map((each) => (
        <Group key={each} legend={localeNames[each]} hidden={each !== locale} lang={langOf(each)}>
          <div className="stack-5">
            {brandTextNames.map((text) => (
              <TextField
                key={text}
                form={form}
                name={textName(text, each)}
                label={<span lang="">{t[text]}</span>}
                autoComplete="off"
                isOptional
              />
            ))}
          </div>
        </Group>
      ))}
    </div>
  )
}
