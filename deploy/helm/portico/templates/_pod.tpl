{{- /*
Environment, mounts and volumes of every pod. Takes root, name, values, env (what the chart sets) and hasOwner (whether
the owner's secret is mounted). Variables stand in the pod, so that a change of one replaces the pods.
*/ -}}
{{- define "portico.env" -}}
{{- $usual := dict "NODE_ENV" "production" "HOST" "0.0.0.0" "PORT" 8080 "STOP_DELAY_SECONDS" 3 -}}
{{- $all := mergeOverwrite $usual (deepCopy .root.Values.extraEnv) (deepCopy .root.Values.config) (deepCopy (.values.config | default dict)) .env -}}
{{- $secrets := keys .root.Values.secrets -}}
{{- if .hasOwner }}{{ $secrets = append $secrets "DATABASE_OWNER_URL" }}{{ end -}}
{{- range $secrets }}{{ $_ := set $all (printf "%s_FILE" .) (printf "/run/secrets/portico/%s" .) }}{{ end -}}
{{- if .root.Values.tls.existingSecret -}}
{{- $_ := set $all "TLS_CERT" "/run/secrets/tls/tls.crt" }}{{ $_ := set $all "TLS_KEY" "/run/secrets/tls/tls.key" -}}
{{- end -}}
{{- range $name, $_ := .root.Values.secretEnv }}{{ $_ := unset $all $name }}{{ end -}}
{{- range $name, $value := $all }}
- name: {{ $name }}
  value: {{ include "portico.text" $value | quote }}
{{- end }}
{{- range $name, $secret := .root.Values.secretEnv }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef: { name: {{ $secret.existingSecret | default $.root.Values.existingSecret }}, key: {{ $secret.key | default $name | quote }} }
{{- end }}
{{- end -}}

{{- define "portico.mounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: secrets, mountPath: /run/secrets/portico, readOnly: true }
{{- if .Values.tls.existingSecret }}
- { name: tls, mountPath: /run/secrets/tls, readOnly: true }
{{- end }}
{{- if .Values.ca.existingSecret }}
- { name: ca, mountPath: /etc/portico/ca, readOnly: true }
{{- end }}
{{- if .Values.brand.existingConfigMap }}
- { name: brand, mountPath: /etc/portico/brand, readOnly: true }
{{- end }}
{{- end -}}

{{- /* The program refuses a file of a secret that others can read: group and owner alone. */ -}}
{{- define "portico.volumes" -}}
{{- $values := .root.Values -}}
- name: tmp
  emptyDir: { sizeLimit: 64Mi }
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- range $name, $secret := $values.secrets }}
      - secret:
          name: {{ $secret.existingSecret | default $values.existingSecret }}
          items: [{ key: {{ $secret.key | default $name | quote }}, path: {{ $name }} }]
      {{- end }}
      {{- if .hasOwner }}
      - secret:
          name: {{ $values.migration.existingSecret }}
          items: [{ key: {{ $values.migration.key | quote }}, path: DATABASE_OWNER_URL }]
      {{- end }}
{{- with $values.tls.existingSecret }}
- name: tls
  secret: { secretName: {{ . }}, defaultMode: 0440 }
{{- end }}
{{- with $values.ca.existingSecret }}
- name: ca
  secret:
    secretName: {{ . }}
    items: [{ key: {{ $values.ca.key | quote }}, path: ca.crt }]
{{- end }}
{{- with $values.brand.existingConfigMap }}
- name: brand
  configMap: { name: {{ . }} }
{{- end }}
{{- end -}}

{{- define "portico.container" -}}
image: {{ include "portico.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}

{{- define "portico.podSettings" -}}
{{- $values := .root.Values -}}
automountServiceAccountToken: false
# Variables of other Services could be taken for settings.
enableServiceLinks: false
{{- with $values.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
securityContext:
  runAsNonRoot: true
  {{- with $values.runAsUser }}
  runAsUser: {{ int . }}
  runAsGroup: {{ int . }}
  fsGroup: {{ int . }}
  fsGroupChangePolicy: OnRootMismatch
  {{- end }}
  seccompProfile: { type: RuntimeDefault }
{{- range $name, $value := dict "imagePullSecrets" $values.image.pullSecrets "nodeSelector" $values.nodeSelector "tolerations" $values.tolerations "affinity" $values.affinity }}
{{- if $value }}
{{ $name }}:
  {{- if eq $name "imagePullSecrets" }}
  {{- range $value }}
  - name: {{ . }}
  {{- end }}
  {{- else }}
  {{- toYaml $value | nindent 2 }}
  {{- end }}
{{- end }}
{{- end }}
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
volumes:
  {{- include "portico.volumes" . | nindent 2 }}
{{- end -}}

{{- define "portico.podMetadata" -}}
labels:
  {{- with .root.Values.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  {{- include "portico.labels" . | nindent 2 }}
{{- with .root.Values.podAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- /* Pod of a job: one command of the program, with the same variables. Takes command, too. */ -}}
{{- define "portico.jobPod" -}}
metadata:
  {{- include "portico.podMetadata" . | nindent 2 }}
spec:
  restartPolicy: Never
  {{- include "portico.podSettings" . | nindent 2 }}
  containers:
    - name: {{ .name }}
      {{- include "portico.container" .root | nindent 6 }}
      command: [node, app/commands/main.ts{{ range .command }}, {{ . | quote }}{{ end }}]
      env:
        {{- include "portico.env" . | nindent 8 }}
      resources:
        {{- toYaml .values.resources | nindent 8 }}
      volumeMounts:
        {{- include "portico.mounts" .root | nindent 8 }}
{{- end -}}
