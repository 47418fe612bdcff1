import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api'
import { config } from './config.ts'
import { currentContext, runWithContext } from './request-context.ts'

type Api = typeof import('@opentelemetry/api')

let tracing: { api: Api; tracer: Tracer } | undefined

/** Starts OpenTelemetry if OTEL_EXPORTER_OTLP_ENDPOINT is set; otherwise loads nothing. `stop` sends pending spans. */
export async function startTraces(): Promise<{ stop: () => Promise<void> }> {
  if (config.otelExporterOtlpEndpoint === undefined) return { stop: async () => undefined }
  const [api, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const resource = resources
    .defaultResource()
    .merge(resources.resourceFromAttributes({ 'service.name': 'portico' }))
    // Reads OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES.
    .merge(resources.detectResources({ detectors: [resources.envDetector] }))
  // The exporter would otherwise read the endpoint, like its headers, from the environment, where it is unvalidated.
  const url = `${config.otelExporterOtlpEndpoint.replace(/\/$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url })
  const provider = new sdk.TracerProvider({
    resource,
    sampler: new sdk.ParentBasedSampler({
      root: new sdk.TraceIdRatioBasedSampler(config.otelTracesSamplerArg),
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

type SpanOptions = { kind: 'SERVER' | 'CLIENT' | 'CONSUMER'; attributes?: Attributes }

/** Runs `work` as a span of the current trace. Attributes must contain only names and statements, never values. */
export async function traced<Result>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const current = currentContext()
  if (!tracing || !current) return work()
  const { span, context } = startSpan(name, options, current.trace)
  try {
    return await runWithContext({ ...current, trace: context }, work)
  } catch (error) {
    markAsFailed(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** The span of a request. `end` receives the response's status, and the name with method and route. */
export type RequestTrace = { context: Context; end: (status: number, name: string) => void }

/** Starts the span of a request. Its parent is the caller's span; pass that of a trusted proxy only. */
export function traceRequest(
  name: string,
  traceparent: string | undefined,
): RequestTrace | undefined {
  if (!tracing) return undefined
  const { span, context } = startSpan(name, { kind: 'SERVER' }, contextOf(traceparent))
  return {
    context,
    end: (status, methodAndRoute) => {
      span.updateName(methodAndRoute)
      span.setAttributes({ 'http.route': methodAndRoute, 'http.response.status_code': status })
      if (status >= 500) markAsFailed(span, undefined)
      span.end()
    },
  }
}

/** Formats the W3C traceparent with which a job continues the trace. */
export function traceparentOf(context: Context | undefined): string | undefined {
  const span = context && tracing?.api.trace.getSpanContext(context)
  if (!span) return undefined
  const flags = span.traceFlags.toString(16).padStart(2, '0')
  return `00-${span.traceId}-${span.spanId}-${flags}`
}

/** Parses a traceparent (W3C Trace Context §3.2). Undefined if it is invalid or no traces are recorded. */
export function contextOf(traceparent: string | undefined): Context | undefined {
  const parts = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '')
  if (!tracing || !parts) return undefined
  const [, traceId = '', spanId = '', flags = '00'] = parts
  const { ROOT_CONTEXT, trace } = tracing.api
  const traceFlags = Number.parseInt(flags, 16)
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function startSpan(name: string, { kind, attributes }: SpanOptions, parent: Context | undefined) {
  const { api, tracer } = tracing!
  const context = parent ?? api.ROOT_CONTEXT
  const options = { kind: api.SpanKind[kind], attributes: attributes ?? {} }
  const span = tracer.startSpan(name, options, context)
  return { span, context: api.trace.setSpan(context, span) }
}

function markAsFailed(span: Span, error: unknown): void {
  const { name = 'error', code } = (error ?? {}) as { name?: string; code?: string }
  if (error !== undefined) span.setAttribute('error.type', code ?? name)
  span.setStatus({ code: tracing?.api.SpanStatusCode.ERROR ?? 2 })
}
