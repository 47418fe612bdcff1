import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { brandTextNames, companyFactNames, type BrandSettings } from '#contract/brand.ts'
import { call } from '#web/api.ts'
import { useColon, useMessages } from '#web/locale.ts'
import { isHandledByPage } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Moment } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { listBrands, restoreBrand, type BrandVersion, type PublishedBrand } from './contract.ts'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

type Props = { brand: PublishedBrand; onReload: () => void }

/** Lists the latest versions, with the server defaults as version 0. All but the current one can be published again. */
export function BrandHistory({ brand, onReload }: Props) {
  const t = useMessages(messages)
  const [restoring, setRestoring] = useState<BrandVersion>()
  const { data, error, refetch } = useQuery({
    queryKey: ['brand-history', brand.etag],
    queryFn: ({ signal }) => call(listBrands, {}, { signal }),
  })
  const restore = useRestore(brand, onReload, () => setRestoring(undefined))
  const nameOf = ({ version }: BrandVersion) =>
    version === 0 ? t.installation : t.version({ version: String(version) })
  return (
    <Panel title={t.history} intro={t.historyIntro}>
      {error && <Failure text={t.historyFailed} error={error} onRetry={() => void refetch()} />}
      <RestoreFailure restore={restore} onReload={onReload} />
      {!data && !error && <Skeleton rows={3} text={t.loadingOne} />}
      {data && (
        <ul className={`stack-2 ${styles.history}`}>
          {data.map((each, index) => (
            <li key={each.version} className="row-2 between">
              <Version
                version={each}
                before={versionBefore(each, data[index + 1])}
                name={nameOf(each)}
              />
              <State
                name={nameOf(each)}
                isCurrent={each.version === brand.version}
                onRestore={() => setRestoring(each)}
              />
            </li>
          ))}
        </ul>
      )}
      {restoring && (
        <ConfirmDialog
          title={t.restoreTitle({ version: nameOf(restoring) })}
          action={t.restore}
          isPending={restore.isPending}
          onClose={() => setRestoring(undefined)}
          onConfirm={() => restore.mutate(restoring)}
        >
          <p>{t.restoreText}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

type FailureProps = Pick<Props, 'onReload'> & { restore: ReturnType<typeof useRestore> }

function RestoreFailure({ restore: { error, reset }, onReload }: FailureProps) {
  const t = useMessages(messages)
  if (!error || isHandledByPage(error)) return null
  const retry = () => {
    // The brand may have changed meanwhile, so the version has to be chosen again.
    reset()
    onReload()
  }
  return <Failure text={t.restoreFailed} error={error} onRetry={retry} />
}

function useRestore(brand: PublishedBrand, onRestored: () => void, onSettled: () => void) {
  const t = useMessages(messages)
  return useMutation({
    mutationFn: ({ version }: BrandVersion) =>
      call(restoreBrand, {
        params: { version: String(version) },
        headers: { 'if-match': brand.etag },
        body: {},
      }),
    onSuccess: () => {
      showSuccess(t.restored)
      onRestored()
    },
    onSettled,
  })
}

/** Returns the preceding version, or undefined if it is too old to be listed; `next` is then version 0. */
function versionBefore({ version }: BrandVersion, next: BrandVersion | undefined) {
  return next?.version === version - 1 ? next : undefined
}

type StateProps = { name: string; isCurrent: boolean; onRestore: () => void }

function State({ name, isCurrent, onRestore }: StateProps) {
  const t = useMessages(messages)
  const colon = useColon()
  if (!isCurrent)
    return (
      <Button aria-label={t.restore + colon + name} onClick={onRestore}>
        {t.restore}
      </Button>
    )
  return (
    <span className="tag" data-kind="good">
      {t.current}
    </span>
  )
}

type VersionProps = { version: BrandVersion; before: BrandVersion | undefined; name: string }

function Version({ version, before, name }: VersionProps) {
  const t = useMessages(messages)
  const { by, publishedAt, settings } = version
  const changed = before ? changesOf(before.settings, settings).map((each) => t[each]) : []
  return (
    <div>
      <strong>{name}</strong>
      {publishedAt !== null && (
        <p className="hint">
          {by !== null && <bdi>{by}</bdi>} <Moment time={publishedAt} />
        </p>
      )}
      {changed.length > 0 && <p className="hint">{t.changes({ fields: changed })}</p>}
    </div>
  )
}

const settingNames = [
  'name',
  'logo',
  'logoDark',
  'color',
  'colorLight',
  'arches',
  'senderName',
  ...companyFactNames,
] as const

/** Returns the names of the settings that differ. */
function changesOf(before: BrandSettings, after: BrandSettings) {
  return [
    ...settingNames.filter((each) => (before[each] ?? '') !== (after[each] ?? '')),
    ...brandTextNames.filter(
      (each) => JSON.stringify(before.texts[each]) !== JSON.stringify(after.texts[each]),
    ),
  ]
}
