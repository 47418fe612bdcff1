import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, type Ref } from 'react'
import { lazyPart } from '#web/lazy.tsx'
import { hrefOf } from '#contract/links.ts'
import { Icon } from '../icons.tsx'
import styles from './palette.module.css'
import { SearchButton } from './search-button.tsx'
import { useCommands } from './use-commands.ts'
import { useEarlyField } from './use-early-field.ts'
import { useKeys } from './use-keys.ts'

const Palette = lazyPart(
  async () => (await import('../../../features/admin/search/panel.tsx')).Palette,
  '/parts/palette',
)
const KeysDialog = lazyPart(
  async () => (await import('../../../features/admin/search/keys-panel.tsx')).KeysDialog,
  '/parts/keys',
)

const icons = {
  user: <Icon name="person" />,
  company: <Icon name="company" />,
  platform: <Icon name="platforms" />,
  admin: <Icon name="key" />,
  log: <Icon name="list" />,
}

/** Delay in milliseconds before the palette is preloaded, so that the page itself loads first. */
const preloadDelayMs = 1_500

type OpenDialog = 'palette' | 'keys' | undefined

type Props = {
  openDialog: OpenDialog
  onOpenDialog: (dialog: OpenDialog) => void
  hasLetterKeys: boolean
  onLetterKeys: (isOn: boolean) => void
}

/** The search field of the header, the palette that it opens, and the keyboard shortcuts of the admin area. */
export function SearchEverywhere({ openDialog, onOpenDialog, hasLetterKeys, onLetterKeys }: Props) {
  const commands = useCommands(() => onOpenDialog('keys')).map(({ icon, ...command }) => ({
    ...command,
    icon: <Icon name={icon} />,
  }))
  const close = () => onOpenDialog(undefined)
  const button = useRef<HTMLButtonElement>(null)
  const { field, open, onEnter, typedBefore } = useEarlyField(button, openDialog, () =>
    onOpenDialog('palette'),
  )
  usePreload()
  useKeys({
    hasLetterKeys,
    onModifier: () => Palette.preload(),
    onPalette: open,
    onHelp: () => onOpenDialog('keys'),
    onGo: (letter) => commands.find(({ keys }) => keys === `g ${letter}`)?.run(),
  })
  const { history } = useRouter()
  return (
    <>
      <SearchButton ref={button} onPress={open} onApproach={() => Palette.preload()} />
      <EarlyField ref={field} onEnter={onEnter} onEscape={close} />
      <Suspense fallback={null}>
        {openDialog === 'palette' && (
          <Palette
            {...{ typedBefore, commands, icons }}
            go={(to) => history.push(hrefOf(to))}
            onClose={close}
          />
        )}
        {openDialog === 'keys' && (
          <KeysDialog {...{ commands, hasLetterKeys, onLetterKeys }} onClose={close} />
        )}
      </Suspense>
    </>
  )
}

function usePreload(): void {
  useEffect(() => {
    const timer = setTimeout(() => Palette.preload(), preloadDelayMs)
    return () => clearTimeout(timer)
  }, [])
}

type FieldProps = { ref: Ref<HTMLInputElement>; onEnter: () => void; onEscape: () => void }

/** Field that receives the keys until the palette has loaded (use-early-field.ts). */
function EarlyField({ ref, onEnter, onEscape }: FieldProps) {
  return (
    <input
      ref={ref}
      type="text"
      aria-hidden="true"
      tabIndex={-1}
      autoComplete="off"
      maxLength={200}
      className={styles.early}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Escape') onEscape()
        if (key === 'Enter' && !nativeEvent.isComposing) onEnter()
      }}
    />
  )
}
