{{- define "fulmar.labels" -}}
app.kubernetes.io/name: fulmar
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "fulmar.selector" -}}
app.kubernetes.io/name: fulmar
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .process }}
{{- end }}

{{/* The pod of a process: .root, .process, .values (of the process), .env (more secrets with variables), .port, .ready, .volumes */}}
{{- define "fulmar.pod" -}}
metadata:
  labels:
    {{- include "fulmar.selector" . | nindent 4 }}
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ .grace }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile: { type: RuntimeDefault }
  {{- if .restart }}
  restartPolicy: {{ .restart }}
  {{- else }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "fulmar.selector" . | nindent 10 }}
  {{- end }}
  containers:
    - name: {{ .process }}
      image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      args: [{{ .process | quote }}]
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      env:
        - { name: FULMAR_ENVIRONMENT, value: production }
        - { name: FULMAR_MASTER_KEY_FILE, value: /etc/fulmar/master-key }
        {{- if eq .process "api" }}
        - name: FULMAR_TERMINAL_HOST
          valueFrom: { fieldRef: { fieldPath: status.podIP } }
        {{- end }}
        {{- range $name, $value := .root.Values.settings }}
        - { name: {{ $name }}, value: {{ $value | quote }} }
        {{- end }}
      envFrom:
        - secretRef: { name: {{ .root.Values.secrets.settings }} }
        {{- with .secret }}
        - secretRef: { name: {{ . }} }
        {{- end }}
      {{- with .port }}
      ports:
        - { name: http, containerPort: {{ . }} }
        {{- if eq $.process "api" }}
        - { name: metrics, containerPort: 14000 }
        {{- end }}
      {{- end }}
      {{- with .probe }}
      startupProbe: { {{ . }}, periodSeconds: 2, failureThreshold: 60 }
      readinessProbe: { {{ . }}, periodSeconds: 5, timeoutSeconds: 3 }
      {{- end }}
      {{- with .live }}
      livenessProbe: { {{ . }}, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 }
      {{- end }}
      resources:
        {{- toYaml .values.resources | nindent 8 }}
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        - { name: data, mountPath: /var/lib/fulmar }
        - { name: master-key, mountPath: /etc/fulmar, readOnly: true }
  volumes:
    - { name: tmp, emptyDir: {} }
    {{- if not .claim }}
    - { name: data, emptyDir: {} }
    {{- end }}
    - name: master-key
      secret: { secretName: {{ .root.Values.secrets.masterKey }}, defaultMode: 0440 }
{{- end }}

{{- define "fulmar.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .root.Release.Name }}-{{ .process }}
  labels:
    {{- include "fulmar.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .process }}
spec:
  replicas: {{ .values.replicas }}
  strategy: { type: RollingUpdate, rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } }
  selector:
    matchLabels:
      {{- include "fulmar.selector" . | nindent 6 }}
  template:
    {{- include "fulmar.pod" . | nindent 4 }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .root.Release.Name }}-{{ .process }}
  labels:
    {{- include "fulmar.labels" .root | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "fulmar.selector" . | nindent 6 }}
{{- end }}

{{- define "fulmar.service" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ .root.Release.Name }}-{{ .process }}
  labels:
    {{- include "fulmar.labels" .root | nindent 4 }}
spec:
  selector:
    {{- include "fulmar.selector" . | nindent 4 }}
  ports:
    - { name: http, port: {{ .port }}, targetPort: http }
{{- end }}
