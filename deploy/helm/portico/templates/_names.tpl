{{- define "portico.fullname" -}}
{{- $usual := ternary .Release.Name (printf "%s-portico" .Release.Name) (contains "portico" .Release.Name) -}}
{{- .Values.fullnameOverride | default $usual | trunc 38 | trimSuffix "-" -}}
{{- end -}}

{{- /* What a selector asks for, which never changes. Takes root and, for the pods of one kind, name. */ -}}
{{- define "portico.selector" -}}
app.kubernetes.io/name: portico
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .name }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end -}}

{{- define "portico.labels" -}}
{{ include "portico.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "portico.image" -}}
{{- $image := .Values.image -}}
{{- if $image.digest -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ $image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- /* Names of the kinds of pods that there are, separated by spaces. */ -}}
{{- define "portico.kinds" -}}
portal{{ if .Values.admin.enabled }} admin{{ end }}{{ if .Values.worker.enabled }} worker{{ end }}
{{- end -}}

{{- /* Value of SERVE: the portal serves what has no pods of its own. */ -}}
{{- define "portico.parts" -}}
{{- if ne .name "portal" -}}
{{ .name }}
{{- else -}}
users,sso{{ if not .root.Values.admin.enabled }},admin{{ end }}{{ if not .root.Values.worker.enabled }},worker{{ end }}
{{- end -}}
{{- end -}}

{{- /* Whether proxies are trusted by the pods of a kind. Takes root and name. */ -}}
{{- define "portico.trustsProxies" -}}
{{- $own := (index .root.Values .name).config | default dict -}}
{{- $own.TRUSTED_PROXIES | default .root.Values.config.TRUSTED_PROXIES | default "" -}}
{{- end -}}

{{- /* Whether peers of a NetworkPolicy hold every pod of the cluster. */ -}}
{{- define "portico.isEverybody" -}}
{{- range . -}}
{{- $namespaces := .namespaceSelector | default dict }}{{ $pods := .podSelector | default dict -}}
{{- /* A selector with empty lists selects all, too. */ -}}
{{- if and (hasKey . "namespaceSelector") (not (or $namespaces.matchLabels $namespaces.matchExpressions $pods.matchLabels $pods.matchExpressions)) }}yes{{ end -}}
{{- with .ipBlock }}{{ if and (hasSuffix "/0" .cidr) (not .except) }}yes{{ end }}{{ end -}}
{{- end -}}
{{- end -}}

{{- /* Text of a value: YAML's large numbers would be written with an exponent. */ -}}
{{- define "portico.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) -}}{{ printf "%.0f" . }}{{- else -}}{{ toString . }}{{- end -}}
{{- end -}}
