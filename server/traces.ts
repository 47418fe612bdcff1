import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api'
import { config } from './config.ts'
import { currentContext, runWithContext } from './request-context.ts'

/** Traces go out by OpenTelemetry where OTEL_EXPORTER_OTLP_ENDPOINT says to where; else nothing of it is loaded. */
type Api = typeof import('@opentelemetry/api')

let tracing: { api: Api; tracer: Tracer } | undefined

/** Whatever was not sent yet is sent when it is stopped. */
export async function startTraces(): Promise<{ stop: () => Promise<void> }> {
  if (config.traces.url === undefined) return { stop: async () => undefined }
  const [api, sdk, { OTLPTraceExporter }, { defaultResource, resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const about = resourceFromAttributes({ 'service.name': config.traces.service })
  // Where it goes, and by which headers, the exporter reads from the OTEL_ variables itself.
  const exporter = new OTLPTraceExporter()
  const provider = new sdk.TracerProvider({
    resource: defaultResource().merge(about),
    sampler: new sdk.ParentBasedSampler({
      root: new sdk.TraceIdRatioBasedSampler(config.traces.share),
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: 2_000,
        exportTimeoutMillis: 3_000,
      }),
    ],
  })
  tracing = { api, tracer: provider.getTracer('portico') }
  return {
    stop: async () => {
      tracing = undefined
      await provider.shutdown()
    },
  }
}

export function isTracing(): boolean {
  return tracing !== undefined
}

type About = { attributes?: Attributes; kind?: 'server' | 'client' | 'consumer' }

/** Does the work as one step of its trace. Attributes hold names and texts of statements, never a value. */
export async function traced<Result>(
  name: string,
  about: About,
  work: () => Promise<Result>,
): Promise<Result> {
  const trail = currentContext()
  if (!tracing || !trail) return work()
  const { span, context } = begin(name, about, trail.context)
  try {
    return await runWithContext({ ...trail, context }, work)
  } catch (error) {
    fail(span, error)
    throw error
  } finally {
    span.end()
  }
}

export type Begun = { context: Context; end: (status: number, name: string) => void }

/** A request that came in; where a proxy is trusted, as a step of the trace that it tells of. */
export function beginRequest(name: string, traceparent: string | undefined): Begun | undefined {
  if (!tracing) return undefined
  const parent = config.trustedProxies.length > 0 ? contextOf(traceparent) : undefined
  const { span, context } = begin(name, { kind: 'server' }, parent)
  return {
    context,
    end: (status, route) => {
      span.updateName(route)
      span.setAttributes({ 'http.route': route, 'http.response.status_code': status })
      if (status >= 500) fail(span, undefined)
      span.end()
    },
  }
}

/** What a job carries with it, so that its work is a step of the trace that it came from. */
export function traceparentOf(context: Context | undefined): string | undefined {
  const found = context && tracing?.api.trace.getSpanContext(context)
  if (!found) return undefined
  const flags = found.traceFlags.toString(16).padStart(2, '0')
  return `00-${found.traceId}-${found.spanId}-${flags}`
}

/** W3C Trace Context §3.2. */
export function contextOf(traceparent: string | undefined): Context | undefined {
  const parts = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '')
  if (!tracing || !parts) return undefined
  const [, traceId = '', spanId = '', flags = '00'] = parts
  const { ROOT_CONTEXT, trace } = tracing.api
  const traceFlags = Number.parseInt(flags, 16)
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function begin(name: string, about: About, parent: Context | undefined) {
  const { api, tracer } = tracing!
  const kind = api.SpanKind[about.kind === undefined ? 'INTERNAL' : upper(about.kind)]
  const context = parent ?? api.ROOT_CONTEXT
  const span = tracer.startSpan(name, { kind, attributes: about.attributes ?? {} }, context)
  return { span, context: api.trace.setSpan(context, span) }
}

function fail(span: Span, error: unknown): void {
  const { name = 'error', code } = (error ?? {}) as { name?: string; code?: string }
  if (error !== undefined) span.setAttribute('error.type', code ?? name)
  span.setStatus({ code: tracing?.api.SpanStatusCode.ERROR ?? 2 })
}

function upper(kind: 'server' | 'client' | 'consumer') {
  return kind.toUpperCase() as 'SERVER' | 'CLIENT' | 'CONSUMER'
}
